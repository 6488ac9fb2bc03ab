import { badRequest } from '../core/errors.js';
import { toMap } from '../core/to-map.js';
import { quoted } from '../core/urn.js';
import { type Field, findField, type Source } from './fields.js';

export interface Aggregation {
  /** Of a nested facet: a value of each field, with U+241E between them. */
  readonly value: string;
  /** The number of entities that the request would find with a rule for this value. */
  readonly count: number;
  readonly displayName: string | null;
  /** The value, if it is the URN of an entity. */
  readonly urn: string | null;
}

export interface Facet {
  /** As the request names it. */
  readonly field: string;
  readonly displayName: string;
  /** The commonest values first, then in the order of their bytes. */
  readonly aggregations: readonly Aggregation[];
}

/** A requested facet: the counts of the values of a field, or of pairs of values of two fields. */
export interface FacetRequest {
  readonly name: string;
  readonly fields: readonly Field[];
}

const displayNames: ReadonlyMap<string, string> = toMap({
  _entityType: 'Type',
  tags: 'Tagged With',
  glossaryTerms: 'Glossary Term',
  owners: 'Owned By',
  domains: 'Domain',
  container: 'Container',
  platform: 'Platform',
  platformInstance: 'Platform Instance',
  origin: 'Environment',
  env: 'Environment',
  typeNames: 'Sub Type',
  deprecated: 'Deprecated',
});

/** The facets of a request that names none. */
const defaultFacets = [...displayNames.keys()].filter((name) => name !== 'env');

/** Between the fields of a nested facet, and between their values. */
export const separator = '\u241e';
const maxFacets = 20;
const maxLevels = 2;
/** The default number of values of a facet. */
export const defaultMaxValues = 20;
const maxMaxValues = 1_000;

export const toDisplayName = ({ name, fields }: FacetRequest): string =>
  displayNames.get(name) ?? fields.map((field) => displayNames.get(field.name) ?? field.name).join(' / ');

/** @throws BAD_REQUEST */
export function checkMaxValues(given: number): number {
  if (!Number.isSafeInteger(given) || given < 1 || given > maxMaxValues)
    throw badRequest(`maxAggValues is ${given}; expected an integer from 1 to ${maxMaxValues}`);
  return given;
}

/**
 * Returns the facets that a request names, each once.
 *
 * @param names null or empty: the default facets
 * @throws BAD_REQUEST
 */
export function checkFacets(names: readonly string[] | null): FacetRequest[] {
  const wanted = [...new Set(names === null || names.length === 0 ? defaultFacets : names)];
  if (wanted.length > maxFacets)
    throw badRequest(`${wanted.length} facets are requested; at most ${maxFacets} are allowed`);
  return wanted.map((name) => {
    const levels = name.split(separator);
    if (levels.length > maxLevels)
      throw badRequest(
        `the facet ${quoted(name)} has ${levels.length} levels; at most ${maxLevels} are allowed`,
      );
    const fields = levels.map(requireField);
    if (fields.length > 1 && fields[0] === fields[1])
      throw badRequest(`the facet ${quoted(name)} names a field twice`);
    return { name, fields };
  });
}

function requireField(name: string): Field {
  const field = findField(name);
  // Its rules also follow containers.
  if (field.name === 'browsePathV2' || !field.sources.every(isCounted))
    throw badRequest(`the values of ${quoted(name)} cannot be counted; request other facets`);
  return field;
}

const isCounted = (source: Source) => source.kind !== 'columns';
