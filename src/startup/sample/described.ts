import type { AspectUpsert } from '../../aspects/aspect.js';
import type { AuditStamp } from '../../core/clock.js';
import { getEntityType } from '../../core/urn.js';
import { type OwnerId, ownerUrn } from './people.js';
import type { DomainId, TagId, TermId } from './vocabulary.js';

/** What the sample says of an entity of any type. */
export interface Described {
  readonly owners?: Readonly<Partial<Record<OwnerId, 'TECHNICAL_OWNER' | 'BUSINESS_OWNER' | 'DATA_STEWARD'>>>;
  readonly domain?: DomainId;
  readonly tags?: readonly TagId[];
  readonly terms?: readonly TermId[];
  /** Texts by their addresses. */
  readonly links?: Readonly<Record<string, string>>;
  readonly subType?: string;
  readonly platform?: string;
  /** The URN of its container. */
  readonly container?: string;
}

export const tagUrn = (id: TagId) => `urn:li:tag:${id}`;
export const termUrn = (id: TermId) => `urn:li:glossaryTerm:${id}`;
export const domainUrn = (id: DomainId) => `urn:li:domain:${id}`;

/** Returns the aspects of an entity: its own, and those that any entity can have. */
export function toAspects(
  urn: string,
  own: Readonly<Record<string, AspectUpsert['value']>>,
  { owners, domain, tags, terms, links, subType, platform, container }: Described,
  stamp: AuditStamp,
): AspectUpsert[] {
  const all: Record<string, AspectUpsert['value'] | null | undefined> = {
    ...own,
    container: container === undefined ? null : { container },
    dataPlatformInstance: platform === undefined ? null : { platform: `urn:li:dataPlatform:${platform}` },
    subTypes: subType === undefined ? null : { typeNames: [subType] },
    ownership: owners && {
      owners: Object.entries(owners).map(([id, type]) => ({ owner: ownerUrn(id as OwnerId), type })),
      lastModified: stamp,
    },
    domains: domain && { domains: [domainUrn(domain)] },
    globalTags: tags && { tags: tags.map((id) => ({ tag: tagUrn(id) })) },
    glossaryTerms: terms && { terms: terms.map((id) => ({ urn: termUrn(id) })), auditStamp: stamp },
    institutionalMemory: links && {
      elements: Object.entries(links).map(([url, description]) => ({ url, description, createStamp: stamp })),
    },
  };
  const entityType = getEntityType(urn);
  return Object.entries(all).flatMap(([name, value]) => (value ? [{ urn, entityType, name, value }] : []));
}
