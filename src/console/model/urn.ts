import { decodePart } from '../../urn/column.js';
import { serviceAccount } from '../../urn/spelling.js';

/** The service itself, which acts at its start and after an upgrade. */
export const systemUser = 'urn:li:corpuser:__datahub_system';

/** Whether a URN names a service account rather than a person. */
export const isServiceAccount = (urn: string): boolean => serviceAccount.test(urn);

/** Returns the type of an entity as its URN has it, such as `dataset`; empty if the text is not a URN. */
export const urnType = (urn: string): string => /^urn:li:(\w+):./.exec(urn)?.[1] ?? '';

/** The parts of the URN of a column: that of its dataset, and its path, whose separators are encoded. */
const columnParts = /^urn:li:schemaField:\((.+),([^(),]+)\)$/;

/** Returns the dataset and the path of a column; of another entity, its URN and no path. */
export function readPlace(urn: string): { readonly urn: string; readonly fieldPath: string } {
  const [, dataset, path] = columnParts.exec(urn) ?? [];
  return dataset && path ? { urn: dataset, fieldPath: decodePart(path) } : { urn, fieldPath: '' };
}
