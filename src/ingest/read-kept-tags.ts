import type { Association } from '../aspects/association.js';
import { findColumns } from '../columns/column-store.js';
import type { Requester } from '../core/actor.js';
import type { Transaction } from '../db/query.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import {
  type NamedTag,
  readEditedTags,
  readRemovedTags,
  type TagsOfAspect,
} from '../tags/edited-tags-store.js';
import { findWithRemoved } from '../tags/removed-store.js';
import { simplePath } from '../urn/field-path.js';
import { KeptTags, type KnownTags } from './kept-tags.js';
import { isTagging, tagsInAspect, tagsInPatch } from './named-tags.js';
import type { Proposal } from './proposal.js';
import { type StoredColumns, TaggedColumns } from './tagged-columns.js';

/**
 * Reads the tags that people have added to the aspects that proposals write, and those that people have removed.
 *
 * @param keeps whether whole aspects keep edited tags. Patches make the catalog forget removals in any case
 */
export async function readKeptTags(
  tx: Transaction,
  proposals: readonly Proposal[],
  keeps: boolean,
  requester: Requester,
): Promise<KeptTags> {
  const whole = keeps ? proposals.filter((one) => isTagging(one) && !isPatch(one)) : [];
  const patches = proposals.filter((one) => isTagging(one) && isPatch(one));
  const withRemoved = await findWithRemoved(tx, urnsIn([...whole, ...patches]));
  const isWithRemoved = ({ urn }: Proposal) => withRemoved.has(urn);
  const { named, inPatches } = await runInTurns(
    nameTags(whole.filter(isWithRemoved), patches.filter(isWithRemoved)),
    requester.deadline,
  );
  const removed = await readRemovedTags(tx, named, requester);
  const edited = whole.length > 0 ? await readEditedTags(tx, urnsIn(whole), requester) : [];
  const columns = new TaggedColumns(await readColumns(tx, [...edited, ...removed]));
  return new KeptTags({ keeps, edited, removed, inPatches, columns });
}

const isPatch = ({ changeType }: Proposal) => changeType === 'PATCH';
const urnsIn = (some: readonly { readonly urn: string }[]) => [...new Set(some.map(({ urn }) => urn))];

function* nameTags(
  whole: readonly Proposal[],
  patches: readonly Proposal[],
): Steps<{ readonly named: NamedTag[]; readonly inPatches: KnownTags['inPatches'] }> {
  const named = new Map<string, NamedTag>();
  const add = ({ urn, aspectName: name }: Proposal, tagUrn: string) =>
    named.set(`${urn} ${name} ${tagUrn}`, { urn, name, tagUrn });
  for (const one of whole) for (const tagUrn of yield* tagsInAspect(one)) add(one, tagUrn);
  const inPatches = new Map<Proposal, readonly Association[]>();
  for (const one of patches) {
    const tags = yield* tagsInPatch(one);
    inPatches.set(one, tags);
    for (const { tagUrn } of tags) add(one, tagUrn);
  }
  return { named: [...named.values()], inPatches };
}

/** Reads the columns of schemas that could be those of some tags. */
async function readColumns(
  tx: Transaction,
  read: readonly TagsOfAspect<Association>[],
): Promise<ReadonlyMap<string, StoredColumns>> {
  const schemas = new Map<string, { simplePaths: Set<string>; paths: string[] }>();
  for (const { urn, name, tags } of read) {
    if (name === 'globalTags') continue;
    const schema = schemas.get(urn) ?? { simplePaths: new Set(), paths: [] };
    for (const { fieldPath } of tags) schema.simplePaths.add(simplePath(fieldPath));
    schemas.set(urn, schema);
  }
  if (schemas.size === 0) return schemas;
  const simplePaths = new Set([...schemas.values()].flatMap((schema) => [...schema.simplePaths]));
  for (const { datasetUrn, fieldPath } of await findColumns(tx)([...schemas.keys()], [...simplePaths]))
    schemas.get(datasetUrn)!.paths.push(fieldPath);
  return schemas;
}
