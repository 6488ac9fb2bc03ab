import { currentDocuments } from '../aspects/document-store.js';
import type { AspectStorage, AspectTransaction } from '../aspects/kernel.js';
import type { Requester } from '../core/actor.js';
import { noEntity } from '../core/no-entity.js';
import { getEntityType } from '../core/urn.js';
import type { Element, Named } from '../history/elements.js';
import type { CompleteChange } from '../history/list-store.js';
import type { Reversal } from '../history/undo.js';
import type { Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { finish, runInTurns } from '../scheduling/steps.js';
import { readColumnEdits } from './column-store.js';
import type { Edit, RunEdits } from './edit.js';
import { readElements } from './elements.js';
import { type EditKind, findKind, isEditable, nameIn } from './kinds.js';
import { checkRights } from './targets.js';

type Change = Pick<
  CompleteChange,
  'category' | 'aspect' | 'fieldPath' | 'operation' | 'before' | 'after' | 'modifier'
>;

/** What a change has added, as the history names it; null: nothing. */
const readAdded = ({ operation, after: text, modifier }: Change) =>
  operation === 'ADD' || text !== null ? { modifier, text } : null;

/** What a change has taken away. */
const readGone = ({ operation, before: text, modifier }: Change) =>
  operation === 'REMOVE' || text !== null ? { modifier, text } : null;

/** How changes of elements are taken back, whoever has made them: with the right to make such changes. */
export const elementReversal = ({ db, aspects }: AspectStorage, run: RunEdits): Reversal => ({
  isUndoable(change) {
    const kind = findKind(change);
    if (!kind || change.isCut) return false;
    const isPlace = change.fieldPath !== '' || isEditable(kind, getEntityType(change.entityUrn));
    return isPlace && (readGone(change) === null || change.isDetailed);
  },

  async checkRights(actor, changes) {
    for (const kind of new Set(changes.map((change) => findKind(change)!))) {
      const places = changes
        .filter((change) => findKind(change) === kind)
        .map(({ entityUrn: urn, fieldPath }) => ({ urn, onColumn: fieldPath !== '' }));
      await checkRights(db.query, actor, kind, places);
    }
  },

  async findStale({ query }, changes, requester) {
    const names = await readNames({ query, aspects }, changes, requester);
    return changes.filter((change) => {
      const [added, gone] = [readAdded(change), readGone(change)];
      const has = (named: Named | null) =>
        named !== null && names.get(toPlaceKey(change))!.has(toNameKey(named));
      return has(added) !== (added !== null) || has(gone);
    });
  },

  takeBack: (actor, changes, check) =>
    run(
      actor,
      changes.map(({ entityUrn }) => entityUrn),
      [],
      async (tx, existing) => {
        await check(tx);
        const missing = changes.find(({ entityUrn }) => !existing.has(entityUrn));
        if (missing !== undefined) throw noEntity(missing.entityUrn);
        return toEdits(changes);
      },
      { isExact: true },
    ),
});

/** The changes of one place and kind: their elements are read and changed together, however many these are. */
const toPlaceKey = ({ entityUrn, aspect, fieldPath, category }: CompleteChange) =>
  [entityUrn, aspect, fieldPath, category].join('\0');
const toNameKey = ({ modifier, text }: Named) => JSON.stringify([modifier, text]);

function groupByPlace(changes: readonly CompleteChange[]): Map<string, CompleteChange[]> {
  const groups = new Map<string, CompleteChange[]>();
  for (const change of changes) {
    const group = groups.get(toPlaceKey(change));
    if (group) group.push(change);
    else groups.set(toPlaceKey(change), [change]);
  }
  return groups;
}

/** Returns the edits that take changes of different things back. */
const toEdits = (changes: readonly CompleteChange[]): Edit[] =>
  [...groupByPlace(changes).values()].map((group) => {
    const [{ entityUrn: urn, fieldPath }] = group as [CompleteChange];
    const kind = findKind(group[0]!)!;
    const added = new Set(group.flatMap((change) => readAdded(change) ?? []).map(toNameKey));
    const gone = group.filter((change) => readGone(change) !== null);
    return {
      ...{ urn, fieldPath, kind },
      change: (elements) => [
        ...elements.filter((element) => !added.has(nameKey(kind, element) ?? '')),
        // Each at most `maxDetailBytes`.
        ...gone.map(({ detail }) => finish(parseInSteps(detail!)) as Element),
      ],
    };
  });

function nameKey(kind: EditKind, element: Element): string | null {
  const named = nameIn(kind, element);
  return named && toNameKey(named);
}

/** Returns the names of the elements that there are now where changes were made, by `toPlaceKey`. */
async function readNames(
  tx: AspectTransaction,
  changes: readonly CompleteChange[],
  requester: Requester,
): Promise<Map<string, ReadonlySet<string | null>>> {
  const names = new Map<string, ReadonlySet<string | null>>();
  const parse = async (text: string) => (await runInTurns(parseInSteps(text), requester.deadline)) as Json;
  function add(change: CompleteChange, value: Json | undefined) {
    const kind = findKind(change)!;
    const elements = readElements(kind, value, change.entityUrn);
    names.set(toPlaceKey(change), new Set(elements.map((element) => nameKey(kind, element))));
  }
  const places = [...groupByPlace(changes).values()].map(([change]) => change!);

  const ofEntities = places.filter(({ fieldPath }) => fieldPath === '');
  for (let at = 0; at < ofEntities.length; at += readAtOnce) {
    const some = ofEntities.slice(at, at + readAtOnce);
    const keys = some.map(({ entityUrn: urn, aspect }) => ({ urn, name: aspect! }));
    const values = new Map<string, Json>();
    for (const { urn, name, text } of await currentDocuments(tx, keys, requester))
      values.set(`${urn} ${name}`, await parse(text));
    for (const one of some) add(one, values.get(`${one.entityUrn} ${one.aspect}`));
  }

  const ofColumns = places.filter(({ fieldPath }) => fieldPath !== '');
  if (ofColumns.length === 0) return names;
  const member = findKind(ofColumns[0]!)!.ofColumn!;
  const edits = ofColumns.map(({ entityUrn: urn, fieldPath }) => ({ urn, fieldPath }));
  const rows = await readColumnEdits(tx, edits, member, true);
  for (const [at, one] of ofColumns.entries()) {
    const { body } = rows[at]!;
    add(one, body === null ? undefined : ((await parse(body))[member] as Json | undefined));
  }
  return names;
}

/** Aspects that one statement reads: each can be large. */
const readAtOnce = 100;
