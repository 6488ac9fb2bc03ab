import { changeMetadata } from '../aspects/change-metadata.js';
import type { MetadataTransaction } from '../aspects/changes.js';
import { currentDocuments } from '../aspects/document-store.js';
import type { AspectStorage, AspectTransaction } from '../aspects/kernel.js';
import { lockEntities } from '../aspects/lock-store.js';
import { withDefaults } from '../aspects/patch-defaults.js';
import { changeAspects } from '../aspects/write.js';
import { withContainers } from '../containers/containers.js';
import { containerReads } from '../containers/store.js';
import type { Actor, Requester } from '../core/actor.js';
import { lacking, mayEditLineage, toEditLineage } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { placeUrn } from '../core/column-urn.js';
import { badRequest } from '../core/errors.js';
import { noEntity } from '../core/no-entity.js';
import { getEntityType, parseUrn } from '../core/urn.js';
import type { Precondition, Transaction } from '../db/query.js';
import { type Change, maxDetailBytes } from '../history/change.js';
import type { CompleteChange } from '../history/list-store.js';
import type { Reversal } from '../history/undo.js';
import type { Json } from '../json/lossless-json.js';
import { stringifyLossless } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { finish, runInTurns } from '../scheduling/steps.js';
import {
  addDrawn,
  type Drawn,
  type DrawnEdge,
  type Elements,
  hasDrawn,
  removeDrawn,
  toDrawn,
  toEdgeKey,
  withElements,
} from './drawn.js';

export interface LineageUpdate {
  readonly edgesToAdd: readonly DrawnEdge[];
  /** An edge that is in both lists is removed. */
  readonly edgesToRemove: readonly DrawnEdge[];
}

interface Deps extends AspectStorage {
  readonly clock: Clock;
  /** Of one request. */
  readonly maxEdges: number;
}

/** What is done with one edge. */
interface Step {
  readonly drawn: Drawn;
  readonly operation: 'ADD' | 'REMOVE';
  /** What is restored, instead of an edge that is new. */
  readonly elements?: Elements;
  /** Whether an addition is taken back: what has come since stays. */
  readonly isUndo?: true;
}

/** What the history tells of an edge. */
interface Detail extends DrawnEdge {
  readonly elements: Elements;
}

/** Adds and removes edges of lineage that people draw, and takes these changes back. */
export function lineageUpdates({ db, aspects, clock, maxEdges }: Deps) {
  async function checkRights(actor: Actor, edges: readonly Drawn[]): Promise<void> {
    const urns = [...new Set(edges.flatMap(({ downstream, upstream }) => [downstream.urn, upstream.urn]))];
    const entities = urns.map((urn) => parseUrn(urn));
    const may = await withContainers(containerReads(db.query), entities, (resource) =>
      mayEditLineage(actor, resource),
    );
    const refused = entities.find((entity) => !may(entity));
    if (refused)
      throw lacking(actor, `edit the lineage of ${refused.urn}`, toEditLineage, {
        refusedEntity: refused.urn,
      });
  }

  /** @param check called when everything that exists is locked. @throws NOT_FOUND */
  const change = (actor: Actor, steps: readonly Step[], check?: Precondition): Promise<void> =>
    changeMetadata(
      { db, aspects },
      async (tx) => {
        const ends = steps.flatMap(({ drawn }) => [drawn.downstream.urn, drawn.upstream.urn]);
        const existing = new Set(await lockEntities(tx, [...new Set(ends)], 'write'));
        await check?.(tx);
        for (const { drawn, operation } of steps) {
          const needed = operation === 'ADD' ? [drawn.downstream.urn, drawn.upstream.urn] : [drawn.holder];
          const missing = needed.find((urn) => !existing.has(urn));
          if (missing !== undefined) throw noEntity(missing);
        }
        await apply(tx, actor, steps);
      },
      actor,
    );

  async function apply(tx: MetadataTransaction, actor: Actor, steps: readonly Step[]): Promise<void> {
    const audit = { time: clock(), actor: actor.urn };
    const { deadline } = actor;
    const values = await readAspects(tx, steps, actor);
    const changed = new Set<string>();
    for (const { drawn, operation, elements, isUndo } of steps) {
      const key = toAspectKey(drawn);
      const value = values.get(key) ?? (await runInTurns(withDefaults(drawn.form.aspect, {}), deadline));
      if (operation === 'ADD' && (await runInTurns(hasDrawn(value, drawn), deadline))) continue;
      const { value: after, removed } =
        operation === 'REMOVE'
          ? await runInTurns(removeDrawn(value, drawn, { withColumns: !isUndo }), deadline)
          : { value: elements ? withElements(value, elements) : addDrawn(value, drawn, audit), removed: {} };
      if (operation === 'REMOVE' && Object.keys(removed).length === 0) continue;
      values.set(key, after);
      changed.add(key);
      tx.changes.edits.push(toChange(drawn, operation, removed));
    }
    const upserts = steps
      .filter(({ drawn }) => changed.delete(toAspectKey(drawn)))
      .map(({ drawn }) => ({
        ...{ urn: drawn.holder, entityType: getEntityType(drawn.holder), name: drawn.form.aspect },
        value: values.get(toAspectKey(drawn))!,
      }));
    await changeAspects(tx, { deleted: [], upserts }, audit, deadline);
  }

  /** Takes back what `update` has recorded. */
  const reversal: Reversal = {
    isUndoable: ({ category, isCut }) => category === 'LINEAGE' && !isCut,

    checkRights: (actor, changes) => checkRights(actor, changes.map(readDrawn)),

    async findStale(tx: Transaction, changes: readonly CompleteChange[], requester: Requester) {
      const steps = changes.map((one) => ({ change: one, drawn: readDrawn(one) }));
      const values = await readAspects({ query: tx.query, aspects }, steps, requester);
      const stale: CompleteChange[] = [];
      for (const { change: one, drawn } of steps) {
        const value = values.get(toAspectKey(drawn)) ?? {};
        const isThere = await runInTurns(hasDrawn(value, drawn), requester.deadline);
        if (isThere !== (one.operation === 'ADD')) stale.push(one);
      }
      return stale;
    },

    takeBack: (actor, changes, check) =>
      change(
        actor,
        changes.map((one): Step => {
          if (one.operation === 'ADD') return { drawn: readDrawn(one), operation: 'REMOVE', isUndo: true };
          return { drawn: readDrawn(one), operation: 'ADD', elements: readDetail(one).elements };
        }),
        check,
      ),
  };

  return {
    reversal,

    /**
     * Adds edges between entities that exist, and removes edges. What is already so stays as it is.
     *
     * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND
     */
    async update(actor: Actor, { edgesToAdd, edgesToRemove }: LineageUpdate): Promise<true> {
      const count = edgesToAdd.length + edgesToRemove.length;
      if (count > maxEdges) throw badRequest(`at most ${maxEdges} edges are allowed, not ${count}`);
      const steps = new Map<string, Step>();
      for (const [operation, edges] of [
        ['ADD', edgesToAdd],
        ['REMOVE', edgesToRemove],
      ] as const)
        for (const drawn of edges.map(toDrawn)) steps.set(toEdgeKey(drawn), { drawn, operation });
      const all = [...steps.values()];
      await checkRights(
        actor,
        all.map(({ drawn }) => drawn),
      );
      if (all.length > 0) await change(actor, all);
      return true;
    },
  };
}

const toAspectKey = ({ holder, form }: Drawn) => `${holder} ${form.aspect}`;

/** Reads the aspects that have the edges, or would have them. */
async function readAspects(
  tx: AspectTransaction,
  steps: readonly { readonly drawn: Drawn }[],
  requester: Requester,
): Promise<Map<string, Json>> {
  const keys = new Map(
    steps.map(({ drawn }) => [toAspectKey(drawn), { urn: drawn.holder, name: drawn.form.aspect }]),
  );
  const values = new Map<string, Json>();
  for (const { urn, name, text } of await currentDocuments(tx, [...keys.values()], requester))
    values.set(`${urn} ${name}`, (await runInTurns(parseInSteps(text), requester.deadline)) as Json);
  return values;
}

function toChange(
  { downstream, upstream, form }: Drawn,
  operation: 'ADD' | 'REMOVE',
  elements: Elements,
): Change {
  const detail: Detail = { downstreamUrn: placeUrn(downstream), upstreamUrn: placeUrn(upstream), elements };
  const text = stringifyLossless(detail);
  const isCut = Buffer.byteLength(text) > maxDetailBytes;
  return {
    ...{ entityUrn: downstream.urn, fieldPath: downstream.fieldPath, aspect: form.aspect },
    ...{ category: 'LINEAGE', operation, modifier: placeUrn(upstream) },
    ...{ before: null, after: null, runId: null },
    ...{ detail: isCut ? null : text, isCut },
  };
}

/** At most `maxDetailBytes`. */
const readDetail = ({ detail }: CompleteChange) => finish(parseInSteps(detail!)) as unknown as Detail;
const readDrawn = (change: CompleteChange): Drawn => toDrawn(readDetail(change));
