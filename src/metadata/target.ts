import { badRequest, notFound } from '../core/errors.js';
import { invalidTextReason } from '../core/text.js';
import { parseUrn, quoted } from '../core/urn.js';
import type { Association } from './association.js';
import { type ColumnPath, resolveColumn, simplePath } from './field-path.js';
import type { Target } from './views.js';

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
export async function resolveTargets(
  findColumns: FindColumns,
  targets: readonly Target[],
): Promise<ResolvedTarget[]> {
  for (const target of targets) checkSubResource(target);
  const paths = targets.flatMap(({ subResource }) => (isGiven(subResource) ? [subResource] : []));
  const columns =
    paths.length === 0
      ? []
      : await findColumns(
          targets.map(({ resourceUrn }) => resourceUrn),
          // No column has a path that PostgreSQL can't store.
          [...new Set(paths.flatMap((path) => [path, simplePath(path)]))].filter(
            (path) => invalidTextReason(path) === null,
          ),
        );
  return targets.map(({ resourceUrn, subResource }) => ({
    resourceUrn,
    fieldPath: isGiven(subResource)
      ? fieldPathOf(
          resourceUrn,
          columns.filter(({ datasetUrn }) => datasetUrn === resourceUrn),
          subResource,
        )
      : '',
  }));
}

function checkSubResource({ resourceUrn, subResource, subResourceType }: Target) {
  if (isGiven(subResource) !== isGiven(subResourceType)) {
    throw badRequest(
      'subResourceType and subResource go together: give DATASET_FIELD and a column of the dataset, or neither',
    );
  }
  if (isGiven(subResource) && parseUrn(resourceUrn).type !== 'dataset') {
    throw badRequest(`resourceUrn ${quoted(resourceUrn)} has no columns; only datasets have`);
  }
}

function fieldPathOf(datasetUrn: string, columns: readonly ColumnPath[], subResource: string): string {
  const column = resolveColumn(columns, subResource);
  if (column.kind === 'found') return column.fieldPath;
  if (column.kind === 'none') throw notFound(`${datasetUrn} has no column ${quoted(subResource)}`);
  throw badRequest(
    `subResource ${quoted(subResource)} could be any of ${column.candidates.join(', ')}; give the whole path of one`,
  );
}

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;
