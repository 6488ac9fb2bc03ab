import { batchUrl, proposal } from '../../support/aspects.js';
import { datasetUrn, tagUrn } from '../../support/metadata.js';
import { type Client, isDone, readData } from './client.js';
import type { Ledger, Write } from './ledger.js';

const indexes = [0, 1, 2, 3];

/**
 * Each batch writes new datasets, of which all exist with all their aspects or none does, and existing datasets, which
 * all show the same batch.
 */
export function batchLedger(name: string): Ledger {
  let made = 0;
  /** The batches sent so far, and whether each is certainly written. */
  const batches = new Map<number, boolean>();
  let unchecked: number[] = [];
  let standing = new Set([0]);
  const fresh = (batch: number) => indexes.map((index) => datasetUrn(`${name}.new_${batch}_${index}`));
  const kept = indexes.map((index) => datasetUrn(`${name}.kept_${index}`));
  const text = (batch: number) => `${batch} ${tagUrn(`${name}_${batch}`)}`;

  const write: Write = async (to) => {
    made += 1;
    const batch = made;
    batches.set(batch, false);
    unchecked.push(batch);
    standing.add(batch);
    const proposals = [...fresh(batch), ...kept].flatMap((urn) => [
      proposal(urn, 'datasetProperties', { name: `${batch}` }),
      proposal(urn, 'globalTags', { tags: [{ tag: tagUrn(`${name}_${batch}`) }] }),
    ]);
    const reply = await to.post(batchUrl, { proposals });
    if (isDone(reply)) {
      batches.set(batch, true);
      standing = new Set([batch]);
    }
    return reply;
  };

  async function contradiction(batch: number, from: Client) {
    const seen = await read(from, fresh(batch));
    const whole = seen.every((one) => one === text(batch));
    if (whole || (!batches.get(batch) && seen.every((one) => one === null))) {
      batches.set(batch, whole);
      return [];
    }
    return [`batch ${name} ${batch}: ${seen.join(', ')}`];
  }

  return {
    writers: [write],
    async contradictions(from, all) {
      const found: string[] = [];
      for (const batch of all ? batches.keys() : unchecked) {
        found.push(...(await contradiction(batch, from)));
      }
      unchecked = [];
      const seen = await read(from, kept);
      const allowed = [...standing].map((batch) => (batch ? text(batch) : null));
      if (new Set(seen).size !== 1 || !allowed.includes(seen[0]!)) {
        found.push(`standing datasets: ${seen.join(', ')}; expected one of ${allowed.join(', ')}`);
      }
      return found;
    },
  };
}

/** Returns the name and the tags of each dataset; null for one that does not exist. */
async function read(from: Client, urns: readonly string[]): Promise<(string | null)[]> {
  const parameters = urns.map((_, index) => `$u${index}: String!`).join(', ');
  const fields = urns.map(
    (_, index) => `d${index}: dataset(urn: $u${index}) { properties { name } tags { tags { tag { urn } } } }`,
  );
  const variables = Object.fromEntries(urns.map((urn, index) => [`u${index}`, urn]));
  const data = readData(await from.graphql(`query (${parameters}) { ${fields.join('\n')} }`, variables));
  return urns.map((_, index) => {
    const one = data[`d${index}`];
    if (!one) return null;
    const tags = (one.tags?.tags ?? []).map(({ tag }: { tag: { urn: string } }) => tag.urn);
    return [one.properties?.name ?? 'no properties', ...tags].join(' ');
  });
}
