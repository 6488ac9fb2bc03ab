import { parseDatasetUrn } from '../core/urn.js';
import { isAssetType, parseAssetUrn } from './asset-urn.js';
import type { Entity } from './views.js';

/** Returns the name that the URN of a dataset, a container, a chart, a dashboard, a flow or a job has. */
export function nameInUrn({ urn, type }: Pick<Entity, 'urn' | 'type'>): string {
  if (type === 'dataset') return parseDatasetUrn(urn).name;
  return isAssetType(type) ? parseAssetUrn(type, urn).id : urn.slice(`urn:li:${type}:`.length);
}
