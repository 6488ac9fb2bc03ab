import type { AspectUpsert } from '../../aspects/aspect.js';
import type { AuditStamp } from '../../core/clock.js';
import { domainUrn, tagUrn, termUrn, toAspects } from './described.js';
import { type DomainId, domains, glossaryNodes, type TagId, type TermId, tags, terms } from './vocabulary.js';

const nodeUrn = (id: string) => `urn:li:glossaryNode:${id}`;

/** Tags, domains and the glossary. */
export const vocabularyAspects = (stamp: AuditStamp): AspectUpsert[] => [
  ...Object.entries(tags).flatMap(([id, [name, colorHex, description]]) => {
    const tagProperties = { name, description, ...(colorHex && { colorHex }) };
    return toAspects(tagUrn(id as TagId), { tagProperties }, {}, stamp);
  }),
  ...Object.entries(domains).flatMap(([id, [name, description, parent]]) => {
    const domainProperties = { name, description, ...(parent && { parentDomain: domainUrn(parent) }) };
    return toAspects(domainUrn(id as DomainId), { domainProperties }, {}, stamp);
  }),
  ...Object.entries(glossaryNodes).flatMap(([id, [name, definition]]) =>
    toAspects(nodeUrn(id), { glossaryNodeInfo: { name, definition } }, {}, stamp),
  ),
  ...Object.entries(terms).flatMap(([id, [name, definition, node]]) => {
    const glossaryTermInfo = { name, definition, parentNode: nodeUrn(node), termSource: 'INTERNAL' };
    return toAspects(
      termUrn(id as TermId),
      { glossaryTermInfo },
      { owners: { 'maya.lindqvist': 'DATA_STEWARD' } },
      stamp,
    );
  }),
];
