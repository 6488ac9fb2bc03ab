import { batchUrl, proposal } from '../../support/aspects.js';
import { datasetUrn, tagUrn } from '../../support/metadata.js';
import { type Client, dataOf, isDone } from './client.js';
import type { Ledger, Write } from './ledger.js';

const places = [0, 1, 2, 3];

/**
 * Ingests batches of two kinds of datasets at once: new ones, which are all there with all their aspects or none
 * is, and standing ones, which all show the same batch.
 */
export function batchLedger(name: string): Ledger {
  let made = 0;
  /** Those that were asked for, by whether they are sure to be there. */
  const batches = new Map<number, boolean>();
  let unseen: number[] = [];
  let standing = new Set([0]);
  const fresh = (batch: number) => places.map((place) => datasetUrn(`${name}.new_${batch}_${place}`));
  const kept = places.map((place) => datasetUrn(`${name}.kept_${place}`));
  const text = (batch: number) => `${batch} ${tagUrn(`${name}_${batch}`)}`;

  const write: Write = async (to) => {
    made += 1;
    const batch = made;
    batches.set(batch, false);
    unseen.push(batch);
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
    async contradictions(from, everything) {
      const found: string[] = [];
      for (const batch of everything ? batches.keys() : unseen) {
        found.push(...(await contradiction(batch, from)));
      }
      unseen = [];
      const seen = await read(from, kept);
      const allowed = [...standing].map((batch) => (batch ? text(batch) : null));
      if (new Set(seen).size !== 1 || !allowed.includes(seen[0]!)) {
        found.push(`standing datasets: ${seen.join(', ')}; expected one of ${allowed.join(', ')}`);
      }
      return found;
    },
  };
}

/** The name and the tags of each dataset; null where there is none. */
async function read(from: Client, urns: readonly string[]): Promise<(string | null)[]> {
  const parameters = urns.map((_, place) => `$u${place}: String!`).join(', ');
  const fields = urns.map(
    (_, place) => `d${place}: dataset(urn: $u${place}) { properties { name } tags { tags { tag { urn } } } }`,
  );
  const variables = Object.fromEntries(urns.map((urn, place) => [`u${place}`, urn]));
  const data = dataOf(await from.graphql(`query (${parameters}) { ${fields.join('\n')} }`, variables));
  return urns.map((_, place) => {
    const one = data[`d${place}`];
    if (!one) return null;
    const tags = (one.tags?.tags ?? []).map(({ tag }: { tag: { urn: string } }) => tag.urn);
    return [one.properties?.name ?? 'no properties', ...tags].join(' ');
  });
}
