import { currentDocuments } from '../aspects/document-store.js';
import type { AspectStorage, AspectTransaction } from '../aspects/kernel.js';
import type { Requester } from '../core/actor.js';
import { noEntity } from '../core/no-entity.js';
import { getEntityType } from '../core/urn.js';
import type { Element } from '../history/elements.js';
import type { CompleteChange } from '../history/list-store.js';
import type { Reversal } from '../history/undo.js';
import type { Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { finish, runInTurns } from '../scheduling/steps.js';
import { readColumnEdits } from './column-store.js';
import type { Edit, RunEdits } from './edit.js';
import { readElements } from './elements.js';
import { findKind, isEditable, isNamed } from './kinds.js';
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
    const elements = await readCurrent({ query, aspects }, changes, requester);
    return changes.filter((change) => {
      const kind = findKind(change)!;
      const [added, gone] = [readAdded(change), readGone(change)];
      const has = (named: ReturnType<typeof readAdded>) =>
        named !== null && elements.get(change)!.some((element) => isNamed(kind, element, named));
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
        return changes.map(toEdit);
      },
      { isExact: true },
    ),
});

/** Returns the edit that takes a change back. */
function toEdit(change: CompleteChange): Edit {
  const { entityUrn: urn, fieldPath, detail } = change;
  const kind = findKind(change)!;
  const [added, gone] = [readAdded(change), readGone(change)];
  return {
    ...{ urn, fieldPath, kind },
    change(elements) {
      const left = added ? elements.filter((element) => !isNamed(kind, element, added)) : elements;
      // At most `maxDetailBytes`.
      return gone ? [...left, finish(parseInSteps(detail!)) as Element] : left;
    },
  };
}

/** Returns the elements that there are now where changes were made. */
async function readCurrent(
  tx: AspectTransaction,
  changes: readonly CompleteChange[],
  requester: Requester,
): Promise<Map<CompleteChange, readonly Element[]>> {
  const { deadline } = requester;
  const found = new Map<CompleteChange, readonly Element[]>();
  const parse = async (text: string) => (await runInTurns(parseInSteps(text), deadline)) as Json;
  const add = (change: CompleteChange, value: Json | undefined) =>
    found.set(change, readElements(findKind(change)!, value, change.entityUrn));

  const ofEntities = changes.filter(({ fieldPath }) => fieldPath === '');
  for (let at = 0; at < ofEntities.length; at += readAtOnce) {
    const some = ofEntities.slice(at, at + readAtOnce);
    const keys = new Map(
      some.map(({ entityUrn: urn, aspect }) => [`${urn} ${aspect}`, { urn, name: aspect! }]),
    );
    const values = new Map<string, Json>();
    for (const { urn, name, text } of await currentDocuments(tx, [...keys.values()], requester))
      values.set(`${urn} ${name}`, await parse(text));
    for (const one of some) add(one, values.get(`${one.entityUrn} ${one.aspect}`));
  }

  const ofColumns = changes.filter(({ fieldPath }) => fieldPath !== '');
  if (ofColumns.length === 0) return found;
  const places = ofColumns.map(({ entityUrn: urn, fieldPath }) => ({ urn, fieldPath }));
  const member = findKind(ofColumns[0]!)!.ofColumn!;
  const rows = await readColumnEdits(tx, places, member, true);
  for (const [at, one] of ofColumns.entries()) {
    const { body } = rows[at]!;
    add(one, body === null ? undefined : ((await parse(body))[member] as Json | undefined));
  }
  return found;
}

/** Aspects that one statement reads: each can be large. */
const readAtOnce = 100;
