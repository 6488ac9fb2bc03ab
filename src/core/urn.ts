import { normalForm, type ParsedUrn, quoted, readUrn, type Urn } from '../urn/grammar.js';
import { serviceAccount } from '../urn/spelling.js';
import { urnViolation, withArticle } from '../urn/violation.js';
import { badRequest } from './errors.js';

export { environments, normalForm, type ParsedUrn, quoted, readUrn, type Urn } from '../urn/grammar.js';

export interface DatasetUrn {
  readonly urn: Urn;
  readonly platform: Urn;
  readonly platformName: string;
  readonly name: string;
  readonly origin: string;
}

function parseAs(type: string | null, value: string, what: string): ParsedUrn {
  const parsed = readUrn(value);
  if (parsed !== null && (type === null || parsed.type === type)) return parsed;
  throw badRequest(`${what} ${quoted(value)} ${urnViolation(type, normalForm(value))}`);
}

/** Returns the type of the entity that a valid URN names. */
export const getEntityType = (urn: Urn): string => urn.slice(prefixLength, urn.indexOf(':', prefixLength));

const prefixLength = 'urn:li:'.length;

/** Parses any URN. A URN of a known type must have that type's shape. @throws BAD_REQUEST when the URN is invalid */
export const parseUrn = (value: string, what = 'urn'): ParsedUrn => parseAs(null, value, what);

/** Parses the URN of an entity at a path with a type, without regard to case. @throws BAD_REQUEST */
export function parseUrnAtPath(value: string, type: string): ParsedUrn {
  const parsed = parseUrn(value);
  if (parsed.type.toLowerCase() === type.toLowerCase()) return parsed;
  throw badRequest(
    `the path has the type ${quoted(type)}, but urn ${quoted(value)} is ${withArticle(parsed.type)}`,
  );
}

export const parseUserUrn = (value: string, what = 'user urn'): Urn => parseAs('corpuser', value, what).urn;
export const parseGroupUrn = (value: string, what = 'group urn'): Urn =>
  parseAs('corpGroup', value, what).urn;
export const parseTagUrn = (value: string, what = 'tag urn'): Urn => parseAs('tag', value, what).urn;
export const parseContainerUrn = (value: string, what = 'container urn'): Urn =>
  parseAs('container', value, what).urn;

export function parseDatasetUrn(value: string, what = 'dataset urn'): DatasetUrn {
  const { urn, parts } = parseAs('dataset', value, what);
  const [platform = '', name = '', origin = ''] = parts;
  return { urn, platform, platformName: platform.slice('urn:li:dataPlatform:'.length), name, origin };
}

/**
 * Returns the name that a URN has: its only part, and of several parts the second, such as the name of a dataset after
 * its platform, or the id of a job after its flow.
 */
export function nameInUrn(value: string): string {
  const { parts } = parseUrn(value);
  return parts[1] ?? parts[0]!;
}

export const tagUrn = (id: string): Urn => parseTagUrn(`urn:li:tag:${id}`);
export const userUrn = (id: string): Urn => parseUserUrn(`urn:li:corpuser:${id}`);
export const groupUrn = (id: string): Urn => parseGroupUrn(`urn:li:corpGroup:${id}`);
export const tokenUrn = (id: string): Urn =>
  parseAs('serviceAccessToken', `urn:li:serviceAccessToken:${id}`, 'token urn').urn;
export const toTagId = (urn: Urn): string => parseTagUrn(urn).slice('urn:li:tag:'.length);

/** Whether a user is a service account: its URN has the form that DataHub gives those. */
export const isServiceAccount = (urn: Urn): boolean => serviceAccount.test(urn);
