import { type Place, toPlace } from '../../core/column-urn.js';
import { columnKey } from '../../core/field-path.js';
import { toMap } from '../../core/to-map.js';
import { getEntityType } from '../../core/urn.js';
import {
  columnLineageAspects,
  lineageAspects,
  lineageForms,
  shownColumnsAspect,
} from '../../datahub/lineage.js';
import { isObject } from '../../json/lossless-json.js';
import type { Steps } from '../../scheduling/steps.js';
import type { AspectKey, AspectUpsert } from '../aspect.js';
import type { Reference } from '../references/references.js';
import type { EdgeStamps } from '../references/stamps.js';

/** One end of an edge. */
export interface EdgeEnd {
  /** An entity; of an entry with many pairs of columns, the text of `entryNode`. */
  readonly urn: string;
  /** The path of a column as paths are compared; empty for the entity itself. */
  readonly column: string;
  /** The path as it is written; null: as it is compared. */
  readonly fieldPath: string | null;
}

/** A row of `lineage_edges`. */
export interface Edge {
  readonly source: string;
  readonly aspect: string;
  /** The order of the edges of one aspect. */
  readonly position: number;
  /** DataHub's name, such as DownstreamOf. */
  readonly relationship: string;
  readonly upstream: EdgeEnd;
  readonly downstream: EdgeEnd;
  readonly stamps: EdgeStamps | null;
}

/**
 * How many pairs of columns of one entry are rows of their own. All columns of a larger entry are connected with a node, so
 * that the number of rows grows with the number of columns (docs/lineage.md, "Bounds").
 */
const maxPairs = 100;

/** Starts the URNs of the nodes of entries, which are not entities. */
export const entryPrefix = 'entry:';
const entryNode = (index: number, { urn, name }: AspectKey): EdgeEnd => ({
  urn: `${entryPrefix}${index}:${name}:${urn}`,
  column: '',
  fieldPath: null,
});

export const columnRelationship = 'DownstreamOf';
/** The catalog's own name: DataHub's lineage does not have what charts show. */
export const shownRelationship = 'ShowsColumn';

function toEnd({ urn, fieldPath }: Place): EdgeEnd {
  const column = columnKey(fieldPath);
  return { urn, column, fieldPath: column === fieldPath ? null : fieldPath };
}

const entityEnd = (urn: string): EdgeEnd => ({ urn, column: '', fieldPath: null });

type NewEdge = Pick<Edge, 'relationship' | 'upstream' | 'downstream'> & {
  readonly stamps?: EdgeStamps | null;
};

const connecting: ReadonlySet<string> = new Set(lineageAspects);

/** Whether an aspect can have edges. */
export const hasEdges = (aspect: string): boolean => connecting.has(aspect);

/**
 * Appends the edges of lineage that an aspect describes: its references that are lineage, the pairs of columns of its
 * entries, and the edges between datasets that follow from those.
 *
 * @param references those of the aspect
 */
export function* addEdges(
  { urn, name, value }: Pick<AspectUpsert, 'urn' | 'name' | 'value'>,
  references: readonly Reference[],
  edges: Edge[],
): Steps<void> {
  const seen = new Set<string>();
  const first = edges.length;
  const add = ({ stamps = null, ...edge }: NewEdge) => {
    const { upstream, downstream } = edge;
    if (upstream.urn === downstream.urn && upstream.column === downstream.column) return;
    const key = [
      edge.relationship,
      ...[upstream, downstream].flatMap((end) => [end.urn, end.column, end.fieldPath]),
    ];
    const text = key.join('\0');
    if (seen.has(text)) return;
    seen.add(text);
    edges.push({ source: urn, aspect: name, position: edges.length - first, stamps, ...edge });
  };

  for (const reference of references) {
    yield;
    const edge = fromReference(reference);
    if (edge) add(edge);
  }
  if (name === shownColumnsAspect)
    for (const upstream of yield* listShown(value.fields)) {
      const downstream = entityEnd(urn);
      add({ relationship: shownRelationship, upstream, downstream });
      add({ relationship: columnRelationship, upstream: entityEnd(upstream.urn), downstream });
      yield;
    }
  if (!columnLineageAspects.includes(name)) return;
  const entries = yield* listEntries(value.fineGrainedLineages);
  const relationship = columnRelationship;
  for (const [index, entry] of entries.entries()) {
    const { upstreams, downstreams } = entry;
    const isLarge = upstreams.length * downstreams.length > maxPairs;
    const node = entryNode(index, { urn, name });
    // A job stands between the datasets of its columns.
    const connectsDatasets =
      name === 'upstreamLineage' && downstreams.some((downstream) => downstream.urn === urn);
    if (isLarge)
      for (const downstream of downstreams) {
        add({ relationship, upstream: node, downstream });
        yield;
      }
    for (const upstream of upstreams) {
      for (const downstream of isLarge ? [node] : downstreams) add({ relationship, upstream, downstream });
      if (connectsDatasets)
        add({ relationship, upstream: entityEnd(upstream.urn), downstream: entityEnd(urn) });
      yield;
    }
  }
}

const formsByAspect = toMap(lineageForms);

function fromReference({ aspect, relationship, source, target, stamps }: Reference): NewEdge | null {
  const type = getEntityType(target);
  const form = formsByAspect
    .get(aspect)
    ?.find(([name, , ...types]) => name === relationship && types.includes(type));
  if (form === undefined) return null;
  const [from, to] = form[1] === 'upstream' ? [target, source] : [source, target];
  return { relationship, upstream: entityEnd(from), downstream: entityEnd(to), stamps };
}

interface Entry {
  readonly upstreams: readonly EdgeEnd[];
  readonly downstreams: readonly EdgeEnd[];
}

/** Returns the entries that name columns on both sides. */
function* listEntries(entries: unknown): Steps<Entry[]> {
  const found: Entry[] = [];
  for (const entry of Array.isArray(entries) ? entries : []) {
    if (!isObject(entry)) continue;
    const [upstreams, downstreams] = [
      yield* listColumns(entry.upstreams),
      yield* listColumns(entry.downstreams),
    ];
    if (upstreams.length > 0 && downstreams.length > 0) found.push({ upstreams, downstreams });
  }
  return found;
}

function* listColumns(urns: unknown): Steps<EdgeEnd[]> {
  const found: EdgeEnd[] = [];
  for (const urn of Array.isArray(urns) ? urns : []) {
    yield;
    const place = typeof urn === 'string' ? toPlace(urn) : null;
    if (place !== null && place.fieldPath !== '') found.push(toEnd(place));
  }
  return found;
}

const listShown = (fields: unknown): Steps<EdgeEnd[]> =>
  listColumns((Array.isArray(fields) ? fields : []).map((field) => isObject(field) && field.schemaFieldUrn));
