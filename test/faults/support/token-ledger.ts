import { type Client, client, isDone, readData } from './client.js';
import type { Ledger } from './ledger.js';

const create = 'mutation ($input: GetAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }';
const list =
  'query ($input: ListAccessTokenInput!) { listAccessTokens(input: $input) { tokens { name } total } }';

/** Creates tokens with different names. An acknowledged token works, and no name exists twice. */
export function tokenLedger(url: string, actorUrn: string, writers: number): Ledger {
  /** Null when there was no reply. */
  const texts = new Map<string, string | null>();
  const tried = new Set<string>();

  async function names(from: Client) {
    const filters = [{ field: 'name', condition: 'START_WITH', value: 'made ' }];
    const found: string[] = [];
    for (let total = 1; found.length < total; ) {
      const input = { start: found.length, count: 1_000, filters };
      const page = readData(await from.graphql(list, { input })).listAccessTokens;
      found.push(...page.tokens.map((token: { name: string }) => token.name));
      total = page.total;
    }
    return found;
  }

  return {
    writers: Array.from({ length: writers }, () => async (to) => {
      const name = `made ${texts.size}`;
      texts.set(name, null);
      const input = { type: 'PERSONAL', actorUrn, duration: 'ONE_HOUR', name };
      const reply = await to.graphql(create, { input });
      if (isDone(reply)) texts.set(name, reply.body.data.createAccessToken.accessToken);
      return reply;
    }),

    async contradictions(from, all) {
      const found: string[] = [];
      const times = new Map<string, number>();
      for (const name of await names(from)) times.set(name, (times.get(name) ?? 0) + 1);
      for (const [name, text] of texts) {
        const count = times.get(name) ?? 0;
        if (count > 1 || (text && count === 0)) found.push(`token "${name}" is there ${count} times`);
        if (!text || (tried.has(name) && !all)) continue;
        const { status } = await client(url, text).graphql('{ __typename }');
        if (status !== 200) found.push(`token "${name}" is answered ${status}`);
        tried.add(name);
      }
      return found;
    },
  };
}
