import { createHash } from 'node:crypto';
import { isObject } from '../json/lossless-json.js';

/**
 * Returns the source of an association's attribution: the program that made it; empty without one. The associations of
 * a tag from different sources are different associations. The SQL function `attribution_source` has the same rule.
 */
export function attributionSource(association: unknown): string {
  const attribution =
    isObject(association) && Object.hasOwn(association, 'attribution') && association.attribution;
  const source = isObject(attribution) && Object.hasOwn(attribution, 'source') && attribution.source;
  return typeof source === 'string' ? source : '';
}

/** Returns the key of a source, as the column `source` of `global_tags` has it. */
export const sourceKey = (source: string): string =>
  source === '' ? '' : createHash('sha256').update(source).digest('hex');
