import type { ParsedUrn } from '../../core/urn.js';
import { nameDelimiters } from '../../datahub/name-delimiters.js';
import type { Json } from '../../json/lossless-json.js';

const knownDelimiters = new Map(
  Object.entries(nameDelimiters).map(([name, delimiter]) => [`urn:li:dataPlatform:${name}`, delimiter]),
);

/**
 * Returns `browsePathsV2` as DataHub's server makes it: the levels of a dataset's name, the flow of a job, and the folder
 * Default for all others. Containers do not count there, because sources write paths with containers themselves.
 */
export function defaultBrowsePath(entity: ParsedUrn, delimiters: ReadonlyMap<string, string>): Json {
  const path = toPath(entity, delimiters);
  return { path: path.length > 0 ? path : [{ id: 'Default' }] };
}

function toPath({ type, parts }: ParsedUrn, delimiters: ReadonlyMap<string, string>): Json[] {
  const [first = '', name = ''] = parts;
  if (type === 'dataJob' && parts.length === 2) return [{ id: first, urn: first }];
  if (type !== 'dataset') return [];
  const delimiter = delimiters.get(first) ?? knownDelimiters.get(first) ?? '.';
  const levels = name.toLowerCase().split(delimiter);
  return levels
    .filter((level) => level !== '')
    .slice(0, -1)
    .map((id) => ({ id }));
}
