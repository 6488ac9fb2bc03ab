import { badRequest } from '../core/errors.js';
import { parseUrn, quoted } from '../core/urn.js';
import type { Json } from '../json/lossless-json.js';

/** DataHub's older names of the types of ownership. */
export const ownershipTypes = [
  'TECHNICAL_OWNER',
  'BUSINESS_OWNER',
  'DATA_STEWARD',
  'NONE',
  'CUSTOM',
  'DEVELOPER',
  'DATAOWNER',
  'DELEGATE',
  'PRODUCER',
  'CONSUMER',
  'STAKEHOLDER',
] as const;

const systemPrefix = 'urn:li:ownershipType:__system__';

/** The types of ownership that every catalog has. */
export const systemTypes: readonly string[] = [
  'technical_owner',
  'business_owner',
  'data_steward',
  'none',
].map((name) => systemPrefix + name);

const entityTypes = { CORP_USER: 'corpuser', CORP_GROUP: 'corpGroup' } as const;
export const ownerEntityTypes = Object.keys(entityTypes) as (keyof typeof entityTypes)[];

export interface OwnerInput {
  readonly ownerUrn: string;
  readonly ownerEntityType: keyof typeof entityTypes;
  readonly type?: (typeof ownershipTypes)[number] | null | undefined;
  readonly ownershipTypeUrn?: string | null | undefined;
}

/** Returns the type of ownership of an owner in the aspect, whichever way it is written. */
export const readOwnershipType = ({ typeUrn, type }: Readonly<Json>): string =>
  typeof typeUrn === 'string'
    ? typeUrn
    : `${systemPrefix}${typeof type === 'string' ? type.toLowerCase() : 'none'}`;

/** An owner is unique by user or group, and type of ownership. */
export const toOwnerKey = (owner: Readonly<Json>): string => `${owner.owner} ${readOwnershipType(owner)}`;

/**
 * Returns the element of the aspect `ownership`, and what it refers to: the types that every catalog has need not be stored.
 *
 * @throws BAD_REQUEST
 */
export function toOwner({ ownerUrn, ownerEntityType, type, ownershipTypeUrn }: OwnerInput): {
  readonly element: Json;
  readonly references: readonly string[];
} {
  const { type: found } = parseUrn(ownerUrn, 'ownerUrn');
  if (found !== entityTypes[ownerEntityType])
    throw badRequest(`ownerUrn ${quoted(ownerUrn)} is a ${found}, but ownerEntityType is ${ownerEntityType}`);
  const typeUrn = ownershipTypeUrn ?? `${systemPrefix}${(type ?? 'NONE').toLowerCase()}`;
  const { type: ofType } = parseUrn(typeUrn, 'ownershipTypeUrn');
  if (ofType !== 'ownershipType')
    throw badRequest(`ownershipTypeUrn ${quoted(typeUrn)} is a ${ofType}, not an ownershipType`);
  const name = typeUrn.startsWith(systemPrefix) ? typeUrn.slice(systemPrefix.length).toUpperCase() : 'CUSTOM';
  const known = ownershipTypes.find((one) => one === name) ?? 'CUSTOM';
  return {
    element: { owner: ownerUrn, type: known, typeUrn, source: { type: 'MANUAL' } },
    references: systemTypes.includes(typeUrn) || ownershipTypeUrn == null ? [ownerUrn] : [ownerUrn, typeUrn],
  };
}
