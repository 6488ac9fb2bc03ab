import type { Actor } from '../core/actor.js';
import { isText, parseCursor, toCursor } from './cursor.js';
import type { FactStore } from './fact-store.js';
import { type EdgeFilter, namedValues } from './relationship-filter.js';
import {
  type EdgeKind,
  firstKey,
  isKey,
  type RelationshipKey,
  type RelationshipScrollStore,
  type ScrolledRelationship,
} from './relationship-scroll-store.js';
import { checkScroll, collect, type Scroll, type ScrollPage, type Step } from './scroll.js';

export interface RelationshipScroll extends Scroll {
  /** All of them must hold. */
  readonly filters: readonly EdgeFilter[];
}

/** A reference of an entity to another one, or its tag. */
export type Relationship = Omit<ScrolledRelationship, 'key'>;

interface Deps {
  readonly store: RelationshipScrollStore;
  readonly facts: FactStore;
  readonly isFilled: (actor: Actor) => Promise<boolean>;
  readonly pageSizeMax: number;
}

/** The last edge of a page, or the last that was looked at. */
interface Position {
  readonly kind: number;
  readonly key: RelationshipKey;
}

/** Ends of one statement: four times as many as of that before. */
const [growth, maxEnds] = [4, 256];
/** Rows that a statement without ends looks at: a filter can leave out almost all of them. */
const maxRows = 20_000;

/** Returns relationships by the page, each once. @throws BAD_REQUEST */
export const scrollRelationships =
  (deps: Deps) =>
  async (actor: Actor, request: RelationshipScroll): Promise<ScrollPage<Relationship>> => {
    const { count } = checkScroll(request, deps.pageSizeMax);
    const { filters, includeSoftDeleted, slice } = request;
    const fixed = ['relationships', filters, includeSoftDeleted, slice];
    const { kinds } = chooseKinds(filters);
    const start = request.scrollId
      ? parseCursor(fixed, request.scrollId, (value) => readPosition(value, kinds))
      : null;
    const isPartial = !(await deps.isFilled(actor));
    const { results, end } = await collect(relationshipSteps(deps, actor, request, start, count + 1), count);
    return { results, scrollId: end && toCursor(fixed, [end.kind, ...end.key]), isPartial };
  };

/** @param rows of one statement */
async function* relationshipSteps(
  { store, facts }: Deps,
  actor: Actor,
  request: RelationshipScroll,
  start: Position | null,
  rows: number,
): AsyncGenerator<Step<Relationship, Position>> {
  const { filters, slice } = request;
  const { ends, kinds } = chooseKinds(filters);
  for (let kind = start?.kind ?? 0; kind < kinds.length; kind += 1) {
    const after = kind === start?.kind ? start.key : null;
    yield* ends === null ? stepsOfAll(kind, after) : stepsOfEnds(kind, ends, after);
  }

  async function* stepsOfEnds(kind: number, ends: readonly string[], start: RelationshipKey | null) {
    let rest = start === null ? ends : ends.filter((urn) => urn >= start[0]);
    let after = start !== null && rest[0] === start[0] ? start : null;
    for (let size = 1; rest.length > 0; size = Math.min(growth * size, maxEnds)) {
      const some = rest.slice(0, size);
      const last = yield* stepsOf(kind, { ends: some, after, until: null });
      rest = last === null ? rest.slice(some.length) : rest.slice(rest.indexOf(last[0]));
      after = last;
      if (rest.length > 0)
        yield { position: { kind, key: last ?? firstKey(kinds[kind]!, rest[0]!) }, result: null };
    }
  }

  async function* stepsOfAll(kind: number, start: RelationshipKey | null) {
    for (let after = start; ; ) {
      const until = await store.keyAfter(actor, kinds[kind]!, after, maxRows);
      const last = yield* stepsOf(kind, { ends: null, after, until });
      after = last ?? until;
      if (after === null) return;
      yield { position: { kind, key: after }, result: null };
    }
  }

  /** Returns the key of the last row that was read; null: there are no more. */
  async function* stepsOf(
    kind: number,
    range: Pick<Parameters<typeof store.read>[1], 'ends' | 'after' | 'until'>,
  ): AsyncGenerator<Step<Relationship, Position>, RelationshipKey | null> {
    const found = await store.read(actor, { kind: kinds[kind]!, ...range, filters, slice, count: rows });
    const removed = request.includeSoftDeleted
      ? new Set<string>()
      : await facts.softDeleted(actor, [
          ...new Set(found.flatMap(({ source, destination }) => [source, destination])),
        ]);
    let last: string | null = null;
    for (const { key, ...edge } of found) {
      const text = key.join('\0');
      if (text === last || removed.has(edge.source) || removed.has(edge.destination)) continue;
      last = text;
      yield { position: { kind, key }, result: edge };
    }
    return found.length < rows ? null : found.at(-1)!.key;
  }
}

/** Returns the ends by which edges are read: those that the filters name, of which one may have very many edges. */
function chooseKinds(filters: readonly EdgeFilter[]): {
  ends: readonly string[] | null;
  kinds: readonly EdgeKind[];
} {
  const named = (field: 'source' | 'destination') =>
    filters.map((filter) => namedValues(filter, field)).find((values) => values !== null) ?? null;
  const [sources, targets] = [named('source'), named('destination')];
  if (sources !== null && (targets === null || sources.length <= targets.length))
    return { ends: sources, kinds: ['referencesBySource', 'tagsBySource'] };
  return { ends: targets, kinds: ['referencesByTarget', 'tagsByTarget'] };
}

function readPosition(value: unknown, kinds: readonly EdgeKind[]): Position | null {
  if (!Array.isArray(value) || value.length !== 4) return null;
  const [kind, one, two, three] = value;
  if ((kind !== 0 && kind !== 1) || !isText(one) || !isText(two)) return null;
  if (!isText(three) && !(Number.isInteger(three) && Math.abs(three) < 2 ** 31)) return null;
  const key = [one, two, three] as const;
  return isKey(kinds[kind]!, key) ? { kind, key } : null;
}
