import { toPlace } from '../core/column-urn.js';
import { columnKey } from '../core/field-path.js';
import { getEntityType, parseUrn } from '../core/urn.js';
import type { SearchRequest } from '../search/request.js';
import type { Direction } from './direction.js';
import type { WalkStart } from './walk.js';

/** Types and platforms of entities that cost no hop. Without platforms: of any. */
export interface IgnoredHops {
  readonly entityType: string;
  readonly platforms: readonly string[] | null;
}

/** The lineage of one entity or column. */
export interface LineageRequest {
  readonly urn: string;
  readonly direction: Direction;
  /** Of the last change of an edge, in ms since the epoch. */
  readonly from?: number | null | undefined;
  readonly to?: number | null | undefined;
  readonly exploredPerHop?: number | null | undefined;
  readonly ignoreAsHops?: readonly IgnoredHops[] | undefined;
}

/** A search among the lineage of one entity or column. */
export interface LineageSearch extends LineageRequest {
  /** Rules on `degree` choose the hops. Types: null for all. */
  readonly search: SearchRequest;
  /** Whether columns are results of their own. Otherwise, their datasets are, each once. */
  readonly groupsColumns: boolean;
}

/** @throws BAD_REQUEST */
export function toStart(given: string): WalkStart {
  const { urn, fieldPath } = toPlace(parseUrn(given).urn)!;
  return { urn, fieldPath, column: columnKey(fieldPath) };
}

/** Returns whether an entity costs no hop. */
export function ignoring(given: readonly IgnoredHops[]): (urn: string) => boolean {
  const byType = new Map<string, ReadonlySet<string> | null>();
  for (const { entityType, platforms } of given) {
    const known = byType.get(entityType);
    if (platforms === null || known === null) byType.set(entityType, null);
    else byType.set(entityType, new Set([...(known ?? []), ...platforms.map(toPlatformName)]));
  }
  return (urn) => {
    const platforms = byType.get(getEntityType(urn));
    return platforms !== undefined && (platforms === null || platforms.has(readPlatform(urn)));
  };
}

const platformPrefix = 'urn:li:dataPlatform:';
const toPlatformName = (platform: string) =>
  platform.startsWith(platformPrefix) ? platform.slice(platformPrefix.length) : platform;

/** The platform in the URN of a dataset, the tool of a chart or dashboard, the orchestrator of a job. */
function readPlatform(urn: string): string {
  const [first = ''] = parseUrn(urn).parts;
  if (getEntityType(urn) === 'dataJob') return readPlatform(first);
  return toPlatformName(first);
}
