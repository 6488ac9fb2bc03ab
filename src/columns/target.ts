import type { Association } from '../aspects/association.js';
import { badRequest, notFound } from '../core/errors.js';
import {
  type ColumnPath,
  comparedPath,
  type EditsResolution,
  resolveColumn,
  resolveEdits,
} from '../core/field-path.js';
import { invalidTextReason } from '../core/text.js';
import { parseUrn, quoted } from '../core/urn.js';
import { simplePath } from '../urn/field-path.js';
import { toNormalForm } from '../urn/normal-form.js';

/** An entity, or a column of a dataset, to change. */
export interface Target {
  readonly resourceUrn: string;
  readonly subResourceType?: 'DATASET_FIELD' | null | undefined;
  readonly subResource?: string | null | undefined;
}

/** An entity (an empty `fieldPath`), or a column of it by the schema's own path. */
export type ResolvedTarget = Omit<Association, 'tagUrn'>;

/** Returns the columns of some datasets with one of these paths or simple paths. */
export type FindColumns = (
  datasetUrns: readonly string[],
  paths: readonly string[],
) => Promise<readonly (ColumnPath & { readonly datasetUrn: string })[]>;

/** Whether a target names a column, or half names one, which `resolveTargets` rejects. */
export const isOnColumn = ({ subResource, subResourceType }: Target): boolean =>
  isGiven(subResource) || isGiven(subResourceType);

/** Looks up the columns that the targets name. @throws BAD_REQUEST, NOT_FOUND */
export const resolveTargets = (
  findColumns: FindColumns,
  targets: readonly Target[],
): Promise<ResolvedTarget[]> =>
  resolve([findColumns], targets, ([columns = []], given) => {
    const column = resolveColumn(columns, given);
    return column.kind === 'found' ? { kind: 'found', fieldPaths: [column.fieldPath] } : column;
  });

/**
 * Looks up every path under which people can have edited the columns that the targets name, whether the schema has the
 * columns or not.
 *
 * @throws BAD_REQUEST, NOT_FOUND
 */
export const resolveEditedTargets = (
  findColumns: FindColumns,
  findEdits: FindColumns,
  targets: readonly Target[],
): Promise<ResolvedTarget[]> =>
  resolve([findColumns, findEdits], targets, ([columns = [], edits = []], given) =>
    resolveEdits(columns, edits, given),
  );

async function resolve(
  finds: readonly FindColumns[],
  targets: readonly Target[],
  resolvePath: (found: readonly (readonly ColumnPath[])[], given: string) => EditsResolution,
): Promise<ResolvedTarget[]> {
  for (const target of targets) checkSubResource(target);
  const onColumns = targets.flatMap(({ resourceUrn, subResource }) =>
    isGiven(subResource) ? [{ resourceUrn, subResource }] : [],
  );
  const datasetUrns = [...new Set(onColumns.map(({ resourceUrn }) => resourceUrn))];
  // No column has a path that PostgreSQL can't store.
  const paths = onColumns
    .flatMap(({ subResource }) => {
      const simple = simplePath(subResource);
      return [subResource, simple, toNormalForm(simple, 'NFC'), toNormalForm(simple, 'NFD')];
    })
    .filter((path) => invalidTextReason(path) === null);
  const found =
    onColumns.length === 0
      ? []
      : await Promise.all(finds.map((find) => find(datasetUrns, [...new Set(paths)])));
  const grouped = found.map(groupColumns);
  // A column has the same list of paths, whatever paths the targets name it by.
  const seen = new Set<readonly string[]>();
  return targets.flatMap(({ resourceUrn, subResource }) => {
    if (!isGiven(subResource)) return [{ resourceUrn, fieldPath: '' }];
    const key = toKey(resourceUrn, subResource);
    const resolved = resolvePath(
      grouped.map((groups) => groups.get(key) ?? []),
      subResource,
    );
    if (resolved.kind !== 'found') throw refusal(resolved, resourceUrn, subResource);
    if (seen.has(resolved.fieldPaths)) return [];
    seen.add(resolved.fieldPaths);
    return resolved.fieldPaths.map((fieldPath) => ({ resourceUrn, fieldPath }));
  });
}

/** Paths that can mean the same column have the same key. */
const toKey = (datasetUrn: string, fieldPath: string) => `${datasetUrn} ${comparedPath(fieldPath)}`;

function groupColumns(columns: Awaited<ReturnType<FindColumns>>): ReadonlyMap<string, readonly ColumnPath[]> {
  const groups = new Map<string, ColumnPath[]>();
  for (const column of columns) {
    const key = toKey(column.datasetUrn, column.fieldPath);
    const group = groups.get(key);
    if (group) group.push(column);
    else groups.set(key, [column]);
  }
  return groups;
}

function checkSubResource({ resourceUrn, subResource, subResourceType }: Target) {
  if (isGiven(subResource) !== isGiven(subResourceType)) {
    throw badRequest(
      'subResourceType and subResource must be set together: set DATASET_FIELD and a column of the dataset, or neither',
    );
  }
  if (isGiven(subResource) && parseUrn(resourceUrn).type !== 'dataset') {
    throw badRequest(`resourceUrn ${quoted(resourceUrn)} has no columns; only datasets have columns`);
  }
}

const refusal = (
  column: Exclude<EditsResolution, { readonly kind: 'found' }>,
  datasetUrn: string,
  subResource: string,
) =>
  column.kind === 'none'
    ? notFound(`${datasetUrn} has no column ${quoted(subResource)}`)
    : badRequest(
        `subResource ${quoted(subResource)} could be any of ${listSome(column.candidates)}; use the complete path of one`,
      );

const listedMax = 20;

const listSome = (paths: readonly string[]) =>
  paths.slice(0, listedMax).join(', ') +
  (paths.length > listedMax ? ` and ${paths.length - listedMax} others` : '');

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;
