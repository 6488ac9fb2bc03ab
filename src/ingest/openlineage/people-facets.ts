import { readUrn } from '../../core/urn.js';
import { type Draft, ifAbsent } from './draft.js';
import { encodePart } from './names.js';

/** DataHub's types of owners that a facet can name; every other text is a technical owner. */
const ownerTypes: readonly string[] =
  'TECHNICAL_OWNER BUSINESS_OWNER DATA_STEWARD NONE DEVELOPER DATAOWNER DELEGATE PRODUCER CONSUMER STAKEHOLDER'.split(
    ' ',
  );

interface FacetOwner {
  readonly name: string;
  readonly type?: string | null | undefined;
}

/** Returns the change that gives an entity without owners those of a facet. A name that no URN can have is left out. */
export function draftOwners(urn: string, given: readonly FacetOwner[]): Draft[] {
  const owners = given.flatMap(({ name, type }) => {
    const owner = readUrn(`urn:li:corpuser:${encodePart(name)}`)?.urn;
    const known = (type ?? '').trim().toUpperCase();
    const ownerType = ownerTypes.includes(known) ? known : 'TECHNICAL_OWNER';
    return owner ? [{ owner, type: ownerType, source: { type: 'SERVICE' } }] : [];
  });
  return owners.length === 0 ? [] : [ifAbsent(urn, 'ownership', { owners })];
}

interface FacetTag {
  readonly key: string;
  readonly field?: string | null | undefined;
}

/** Returns the change that gives an entity without tags those of a facet. Tags of columns are left out. */
export function draftTags(urn: string, given: readonly FacetTag[]): Draft[] {
  const tags = given.flatMap(({ key, field }) => {
    const tag = field ? null : readUrn(`urn:li:tag:${encodePart(key)}`)?.urn;
    return tag ? [tag] : [];
  });
  const distinct = [...new Set(tags)].map((tag) => ({ tag }));
  return distinct.length === 0 ? [] : [ifAbsent(urn, 'globalTags', { tags: distinct })];
}
