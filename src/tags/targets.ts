import type { Actor } from '../core/actor.js';
import { mayEditTags } from '../core/authorization.js';
import { badRequest, notFound, unauthorized } from '../core/errors.js';
import { parseUrn, quoted } from '../core/urn.js';
import type { AssociationStore } from '../metadata/association-store.js';
import { resolveColumn, simplePath } from '../metadata/field-path.js';
import type { TagTarget } from '../metadata/views.js';

const taggable = ['dataset', 'container'];

/** Shapes, then rights: what can be told without asking the database. @throws BAD_REQUEST, UNAUTHORIZED */
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

/** Where each target's tags are kept: by entity and the schema's own field path, empty for the entity itself. */
export async function locate(store: AssociationStore, targets: readonly TagTarget[]) {
  for (const target of targets) checkSubResource(target);
  const paths = targets.flatMap(({ subResource }) => (isGiven(subResource) ? [subResource] : []));
  const columns =
    paths.length === 0
      ? []
      : await store.columns(
          targets.map(({ resourceUrn }) => resourceUrn),
          // PostgreSQL refuses NUL in a text: no column has it.
          [...new Set(paths.flatMap((path) => [path, simplePath(path)]))].filter(
            (path) => !path.includes('\0'),
          ),
        );
  return targets.map(({ resourceUrn, subResource }) => ({
    resourceUrn,
    fieldPath: isGiven(subResource)
      ? pathOf(
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

function pathOf(datasetUrn: string, columns: Parameters<typeof resolveColumn>[0], given: string): string {
  const column = resolveColumn(columns, given);
  if (column.kind === 'found') return column.fieldPath;
  if (column.kind === 'none') throw notFound(`${datasetUrn} has no column ${quoted(given)}`);
  throw badRequest(
    `subResource ${quoted(given)} could be any of ${column.candidates.join(', ')}; give the whole path of one`,
  );
}

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;
