import { randomInt } from 'node:crypto';
import { batchUrl, proposal } from '../../support/aspects.js';
import { field, tagUrn } from '../../support/metadata.js';
import { type Client, isDone, readData } from './client.js';
import type { Ledger, Write } from './ledger.js';

/** Creates datasets with one column, and tags, for tag writers. */
export const prepareTags = async (to: Client, datasets: readonly string[], tags: readonly string[]) =>
  readData(
    await to.post(batchUrl, {
      proposals: [
        ...datasets.map((urn) => proposal(urn, 'schemaMetadata', { fields: [field('c')] })),
        ...tags.map((id) => proposal(tagUrn(id), 'tagProperties', { name: id })),
      ],
    }),
  );

/**
 * Each tag has one writer, which randomly adds it to datasets and removes it. The last acknowledged write holds, unless a
 * later one had no reply. Every second writer uses the column instead of the dataset.
 */
export function tagLedger(datasets: readonly string[], ids: readonly string[]): Ledger {
  const targets = ids.map((id, index) => {
    const possible = new Map(datasets.map((urn) => [urn, new Set([false])]));
    return { tag: tagUrn(id), onColumn: index % 2 === 1, possible };
  });
  type Target = (typeof targets)[number];

  const writer =
    ({ tag, onColumn, possible }: Target): Write =>
    async (to) => {
      const urn = datasets[randomInt(datasets.length)]!;
      const there = randomInt(2) === 0;
      possible.get(urn)!.add(there);
      const where = onColumn ? { subResourceType: 'DATASET_FIELD', subResource: 'c' } : {};
      const reply = await to.graphql(
        `mutation ($input: TagAssociationInput!) { ${there ? 'addTag' : 'removeTag'}(input: $input) }`,
        { input: { tagUrn: tag, resourceUrn: urn, ...where } },
      );
      if (isDone(reply)) possible.set(urn, new Set([there]));
      return reply;
    };

  function contradiction({ tag, onColumn, possible }: Target, urn: string, seen: Seen) {
    const times = seen[onColumn ? 'column' : 'dataset'].filter((on) => on === tag).length;
    const fits = times < 2 && possible.get(urn)!.has(times === 1);
    // Nothing writes now, so the state must not change.
    possible.set(urn, new Set([times === 1]));
    return fits ? [] : [`${tag} is ${times} times on ${urn}`];
  }

  return {
    writers: targets.map(writer),
    async contradictions(from) {
      const found: string[] = [];
      for (const urn of datasets) {
        const seen = await tagsOn(from, urn);
        found.push(...targets.flatMap((target) => contradiction(target, urn, seen)));
      }
      return found;
    },
  };
}

interface Seen {
  readonly dataset: readonly string[];
  readonly column: readonly string[];
}

interface Tags {
  tags: { tag: { urn: string } }[];
}
const listUrns = (tags: Tags | null | undefined) => tags?.tags.map(({ tag }) => tag.urn) ?? [];

/** Returns the tags of a dataset of `prepareTags` and of its column, in order. */
export async function tagsOn(from: Client, urn: string): Promise<Seen> {
  const { dataset } = readData(
    await from.graphql(
      `query ($urn: String!) { dataset(urn: $urn) { tags { tags { tag { urn } } } editableSchemaMetadata {
         editableSchemaFieldInfo { tags { tags { tag { urn } } } } } } }`,
      { urn },
    ),
  );
  const [column] = (dataset.editableSchemaMetadata?.editableSchemaFieldInfo ?? []) as { tags: Tags }[];
  return { dataset: listUrns(dataset.tags), column: listUrns(column?.tags) };
}
