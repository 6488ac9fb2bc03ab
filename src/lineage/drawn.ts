import type { AuditStamp } from '../core/clock.js';
import { type Place, placeUrn, toPlace } from '../core/column-urn.js';
import { badRequest } from '../core/errors.js';
import { columnKey } from '../core/field-path.js';
import { getEntityType, parseUrn, quoted } from '../core/urn.js';
import { type DrawnForm, drawnForms } from '../datahub/lineage.js';
import { isObject, type Json } from '../json/lossless-json.js';
import type { Steps } from '../scheduling/steps.js';

/** An edge that a person draws, as it is given. */
export interface DrawnEdge {
  readonly downstreamUrn: string;
  readonly upstreamUrn: string;
}

/** An edge, and where it is stored. Both ends are columns, or both are entities. */
export interface Drawn {
  readonly downstream: Place;
  readonly upstream: Place;
  /** The entity with the aspect, and the one that the aspect names. */
  readonly holder: string;
  readonly other: string;
  readonly form: DrawnForm;
}

/** @throws BAD_REQUEST for kinds of entities between which people cannot draw an edge */
export function toDrawn({ downstreamUrn, upstreamUrn }: DrawnEdge): Drawn {
  const downstream = toPlace(parseUrn(downstreamUrn, 'downstreamUrn').urn)!;
  const upstream = toPlace(parseUrn(upstreamUrn, 'upstreamUrn').urn)!;
  const types = [downstream, upstream].map(({ urn }) => getEntityType(urn));
  const form = drawnForms.find((one) => one.downstream === types[0] && one.upstream === types[1]);
  const ofColumns = [downstream, upstream].filter(({ fieldPath }) => fieldPath !== '').length;
  if (!form || ofColumns === 1 || (ofColumns === 2 && form.aspect !== 'upstreamLineage'))
    throw badRequest(
      `an edge from ${quoted(upstreamUrn)} to ${quoted(downstreamUrn)} cannot be drawn: people draw edges between columns of ` +
        'datasets, and to a dataset from a dataset or data job, to a data job from a dataset or data job, to a chart from a ' +
        'dataset, and to a dashboard from a dataset, chart or dashboard',
    );
  if (isSamePlace(downstream, upstream))
    throw badRequest(`${quoted(downstreamUrn)} cannot be derived from itself`);
  const [holder, other] =
    form.holder === 'downstream' ? [downstream.urn, upstream.urn] : [upstream.urn, downstream.urn];
  return { downstream, upstream, holder, other, form };
}

/** The same text for edges between the same places. */
export const toEdgeKey = ({ downstream, upstream }: Drawn): string =>
  [downstream, upstream].flatMap(({ urn, fieldPath }) => [urn, columnKey(fieldPath)]).join('\0');

/** Elements of lists of an aspect, by the names of the lists. */
export type Elements = Readonly<Record<string, readonly unknown[]>>;

const entries = 'fineGrainedLineages';
const listIn = (value: Readonly<Json>, name: string): readonly unknown[] =>
  Array.isArray(value[name]) ? (value[name] as readonly unknown[]) : [];

/** Whether an aspect has an edge. Aspects can have very many entries. */
export function* hasDrawn(value: Readonly<Json>, drawn: Drawn): Steps<boolean> {
  const { form, other, downstream } = drawn;
  if (downstream.fieldPath !== '') {
    for (const entry of listIn(value, entries)) {
      yield;
      if (isObject(entry) && isOfPair(entry, drawn)) return true;
    }
    return false;
  }
  yield;
  const { list, member, olderList } = form;
  return (
    listIn(value, list).some((element) => isObject(element) && element[member] === other) ||
    (olderList !== undefined && listIn(value, olderList).some((element) => readUrn(element) === other))
  );
}

/** Returns an aspect with an edge that it does not have, as the patches of DataHub's SDK and its web pages write it. */
export function addDrawn(value: Readonly<Json>, drawn: Drawn, stamp: AuditStamp): Json {
  const { downstream, upstream, form, holder, other } = drawn;
  if (downstream.fieldPath !== '')
    return withElements(value, {
      [entries]: [
        {
          ...{ upstreamType: 'FIELD_SET', upstreams: [placeUrn(upstream)] },
          ...{ downstreamType: 'FIELD', downstreams: [placeUrn(downstream)] },
          confidenceScore: 1,
        },
      ],
    });
  const properties = { source: 'UI', actor: stamp.actor };
  const element =
    form.aspect === 'upstreamLineage'
      ? { dataset: other, type: 'TRANSFORMED', auditStamp: stamp, created: stamp, properties }
      : { sourceUrn: holder, destinationUrn: other, created: stamp, lastModified: stamp, properties };
  return withElements(value, { [form.list]: [element] });
}

/** Returns an aspect with more elements in its lists. */
export const withElements = (value: Readonly<Json>, elements: Elements): Json => ({
  ...value,
  ...Object.fromEntries(
    Object.entries(elements).map(([name, added]) => [name, [...listIn(value, name), ...added]]),
  ),
});

/**
 * Returns an aspect without an edge, and what was removed.
 *
 * @param options.withColumns whether an edge between datasets goes with the edges between their columns, from which it would
 * follow otherwise
 */
export function* removeDrawn(
  value: Readonly<Json>,
  drawn: Drawn,
  { withColumns }: { readonly withColumns: boolean },
): Steps<{ value: Json; removed: Elements }> {
  const { form, other, downstream } = drawn;
  const { list, member, olderList } = form;
  const lists = new Map<string, (element: unknown) => Split>();
  const drop = (isOther: (element: unknown) => boolean) => (element: unknown) =>
    isOther(element) ? { kept: [], removed: [element] } : { kept: [element], removed: [] };
  if (downstream.fieldPath !== '') lists.set(entries, (entry) => splitEntry(entry, drawn));
  else {
    lists.set(
      list,
      drop((element) => isObject(element) && element[member] === other),
    );
    if (olderList !== undefined)
      lists.set(
        olderList,
        drop((element) => readUrn(element) === other),
      );
    if (withColumns && form.aspect === 'upstreamLineage')
      lists.set(entries, (entry) => splitEntry(entry, drawn));
  }
  const [after, removed]: [Json, Record<string, unknown[]>] = [{ ...value }, {}];
  for (const [name, split] of lists) {
    const [kept, gone]: [unknown[], unknown[]] = [[], []];
    for (const element of listIn(value, name)) {
      yield;
      const parts = split(element);
      kept.push(...parts.kept);
      gone.push(...parts.removed);
    }
    if (gone.length === 0) continue;
    removed[name] = gone;
    after[name] = kept;
  }
  return { value: after, removed };
}

/** A part of a list that stays, and a part that goes. */
interface Split {
  readonly kept: readonly unknown[];
  readonly removed: readonly unknown[];
}

/** A member of a union, which clients write as itself or under its name. */
const readUrn = (element: unknown): unknown => (isObject(element) ? element.string : element);

/** Takes the pairs of an edge out of an entry: what remains can be two entries. */
function splitEntry(entry: unknown, drawn: Drawn): Split {
  if (!isObject(entry) || !isOfPair(entry, drawn)) return { kept: [entry], removed: [] };
  const { downstream, upstream } = drawn;
  const [ofUpstream, others] = part(entry.upstreams, (urn) => isWithin(urn, upstream));
  const [ofDownstream, rest] = part(entry.downstreams, (urn) => isWithin(urn, downstream));
  const kept = [
    ...(others.length > 0 ? [{ ...entry, upstreams: others }] : []),
    ...(rest.length > 0 ? [{ ...entry, upstreams: ofUpstream, downstreams: rest }] : []),
  ];
  return { kept, removed: [{ ...entry, upstreams: ofUpstream, downstreams: ofDownstream }] };
}

const isOfPair = (entry: Readonly<Json>, { downstream, upstream }: Drawn): boolean =>
  part(entry.upstreams, (urn) => isWithin(urn, upstream))[0].length > 0 &&
  part(entry.downstreams, (urn) => isWithin(urn, downstream))[0].length > 0;

function part(list: unknown, belongs: (urn: unknown) => boolean): [unknown[], unknown[]] {
  const all: unknown[] = Array.isArray(list) ? list : [];
  return [all.filter(belongs), all.filter((urn) => !belongs(urn))];
}

/** Whether a URN names a place, or for an entity, one of its columns. */
function isWithin(urn: unknown, place: Place): boolean {
  const named = typeof urn === 'string' ? toPlace(urn) : null;
  if (named === null) return false;
  return place.fieldPath === '' ? named.urn === place.urn : isSamePlace(named, place);
}

const isSamePlace = (one: Place, other: Place) =>
  one.urn === other.urn && columnKey(one.fieldPath) === columnKey(other.fieldPath);
