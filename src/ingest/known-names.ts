import { badRequest } from '../core/errors.js';
import { nearestName } from '../core/nearest-name.js';
import { quoted } from '../core/urn.js';
import { aspectNames, entityTypes, findModel } from '../datahub/aspects/models.js';

const knownTypes: ReadonlySet<string> = new Set(entityTypes);
let nearestAspect: ReturnType<typeof nearestName> | undefined;
let nearestType: ReturnType<typeof nearestName> | undefined;

/** Returns why DataHub has no aspect of this name, with the nearest one; null if it has one. */
export function aspectNameProblem(aspectName: string): string | null {
  if (findModel(aspectName)) return null;
  nearestAspect ??= nearestName(aspectNames);
  return `${quoted(aspectName)} is not an aspect of DataHub${hint(nearestAspect(aspectName))}`;
}

/** Returns why DataHub has no entities of this type, with the nearest one; null if it has them. */
export function entityTypeProblem(entityType: string): string | null {
  if (knownTypes.has(entityType)) return null;
  nearestType ??= nearestName(entityTypes);
  return `${quoted(entityType)} is not an entity type of DataHub${hint(nearestType(entityType))}`;
}

const hint = (nearest: string | null) => (nearest === null ? '' : `; the nearest name is ${nearest}`);

/** @throws BAD_REQUEST for an aspect or an entity type that DataHub does not have */
export function rejectUnknownNames(entityType: string, aspectName: string): void {
  const problem = entityTypeProblem(entityType) ?? aspectNameProblem(aspectName);
  if (problem === null) return;
  throw badRequest(`${problem}. A catalog with custom models stores other names with ASPECTS_UNKNOWN=store`);
}
