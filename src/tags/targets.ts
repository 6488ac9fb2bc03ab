import type { Actor } from '../core/actor.js';
import { mayEditTags } from '../core/authorization.js';
import { badRequest, notFound, unauthorized } from '../core/errors.js';
import { invalidTextReason } from '../core/text.js';
import { parseUrn, quoted } from '../core/urn.js';
import type { Association } from '../metadata/association.js';
import type { AssociationStore } from '../metadata/association-store.js';
import { type ColumnPath, resolveColumn, simplePath } from '../metadata/field-path.js';
import type { TagTarget } from '../metadata/views.js';

/** An entity (an empty `fieldPath`), or a column of it by the schema's own path. */
export type ResolvedTarget = Omit<Association, 'tagUrn'>;

const taggable = ['dataset', 'container'];

/** Checks what needs no database: first all shapes, then all rights. @throws BAD_REQUEST, UNAUTHORIZED */
export function checkTargets(actor: Actor, targets: readonly TagTarget[]) {
  const parsed = targets.map(({ resourceUrn, ...target }) => ({
    ...target,
    ...parseUrn(resourceUrn, 'resourceUrn'),
  }));
  for (const { type, urn } of parsed) {
    if (!taggable.includes(type)) {
      throw badRequest(
        `resourceUrn ${quoted(urn)} is a ${type}; tags go on ${taggable.join('s, ')}s and dataset columns`,
      );
    }
  }
  for (const { urn, type, subResource, subResourceType } of parsed) {
    const onColumn = isGiven(subResource) || isGiven(subResourceType);
    if (!mayEditTags(actor, { urn, type }, onColumn))
      throw unauthorized(`${actor.urn} may not edit tags of ${urn}`);
  }
}

/** Looks up the columns that the targets name. @throws BAD_REQUEST, NOT_FOUND */
export async function resolveTargets(
  store: AssociationStore,
  targets: readonly TagTarget[],
): Promise<ResolvedTarget[]> {
  for (const target of targets) checkSubResource(target);
  const paths = targets.flatMap(({ subResource }) => (isGiven(subResource) ? [subResource] : []));
  const columns =
    paths.length === 0
      ? []
      : await store.columns(
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

function checkSubResource({ resourceUrn, subResource, subResourceType }: TagTarget) {
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
