import { ownershipTypes } from '../../edits/owners.js';
import type { Link, Owner as OwnerView, TermAssociation } from '../../entities/stewarded.js';
import type { Entity as EntityView } from '../../entities/views.js';
import { measureTexts } from '../answer.js';
import { builder } from './builder.js';
import { AuditStamp } from './data-process-instance.js';
import { Entity } from './entity.js';
import { nonNull } from './kit.js';
import { Domain, GlossaryTerm } from './named-entity.js';
import { OwnershipType, OwnershipTypeEntity } from './ownership-type.js';
import { optionalReference, reference } from './reference.js';
import { referencedEntity } from './referenced-entity.js';

// What stewards write about an entity. Of a list, the first 1,000 elements are shown.

/** An element of what an entity has. */
type Of<Element> = Element & { readonly associatedUrn: string };

const withUrn = <Element extends object>(
  elements: readonly Element[],
  associatedUrn: string,
): Of<Element>[] => elements.map((element) => ({ ...element, associatedUrn }));

const associated = nonNull('The entity that has it; for a column, its dataset.');
const Owner = builder.objectRef<Of<OwnerView>>('Owner').implement({
  description: 'An owner of an entity.',
  fields: (t) => ({
    owner: t.field(reference('The user or group. It need not exist.', ({ owner }) => owner)),
    type: t.field({
      type: OwnershipType,
      description: 'The older name of the type of ownership.',
      resolve: ({ type }) => ownershipTypes.find((known) => known === type) ?? null,
    }),
    ownershipType: t.field({
      type: OwnershipTypeEntity,
      description: 'The type of ownership. Null if it has no URN.',
      resolve: ({ typeUrn }) => (typeUrn === null ? null : { urn: typeUrn }),
    }),
    associatedUrn: t.exposeString('associatedUrn', associated),
  }),
});

interface OwnershipView {
  readonly owners: readonly Of<OwnerView>[];
  readonly lastModified: { readonly time: number; readonly actor: string } | null;
}

const Ownership = builder.objectRef<OwnershipView>('Ownership').implement({
  description: 'The owners of an entity.',
  fields: (t) => ({
    owners: t.field({
      type: [Owner],
      description: 'The owners, in the order in which they were added.',
      resolve: ({ owners }, _, { answer }, info) => answer.addList(owners, info, { bytesIn: measureTexts }),
    }),
    lastModified: t.expose('lastModified', {
      type: AuditStamp,
      nullable: true,
      description: 'Who last changed the owners, and when.',
    }),
  }),
});

const GlossaryTermAssociation = builder.objectRef<Of<TermAssociation>>('GlossaryTermAssociation').implement({
  description: 'A glossary term on an entity or a column.',
  fields: (t) => ({
    term: t.field({
      ...nonNull('The term. It need not exist.', GlossaryTerm),
      resolve: ({ term }, _, context, info) =>
        referencedEntity(term, context, info) as EntityView | Promise<EntityView>,
    }),
    actor: t.field(optionalReference('Who added it.', ({ actor }) => actor)),
    context: t.exposeString('context', { description: 'What a client said about it.' }),
    associatedUrn: t.exposeString('associatedUrn', associated),
  }),
});

export const GlossaryTerms = builder.objectRef<readonly Of<TermAssociation>[]>('GlossaryTerms').implement({
  description: 'The glossary terms of an entity or a column.',
  fields: (t) => ({
    terms: t.field({
      type: [GlossaryTermAssociation],
      description: 'The terms, in the order in which they were added.',
      resolve: (terms, _, { answer }, info) => answer.addList(terms, info, { bytesIn: measureTexts }),
    }),
  }),
});

const DomainAssociation = builder.objectRef<Of<{ readonly domain: string }>>('DomainAssociation').implement({
  description: 'The domain of an entity.',
  fields: (t) => ({
    domain: t.field({
      ...nonNull('The domain. It need not exist.', Domain),
      resolve: ({ domain }, _, context, info) =>
        referencedEntity(domain, context, info) as EntityView | Promise<EntityView>,
    }),
    associatedUrn: t.exposeString('associatedUrn', associated),
  }),
});

const LinkSettings = builder.objectRef<boolean>('InstitutionalMemoryMetadataSettings').implement({
  description: 'How a link is shown.',
  fields: (t) => ({
    showInAssetPreview: t.boolean({
      description: 'Whether previews of the entity show the link.',
      resolve: (isShown) => isShown,
    }),
  }),
});

const InstitutionalMemoryMetadata = builder.objectRef<Of<Link>>('InstitutionalMemoryMetadata').implement({
  description: 'A link to documentation.',
  fields: (t) => ({
    url: t.exposeString('url', nonNull('The address.')),
    label: t.exposeString('label', nonNull('What the link is called.')),
    description: t.string({
      ...nonNull('The same.'),
      deprecationReason: 'Use `label`.',
      resolve: ({ label }) => label,
    }),
    author: t.field(optionalReference('Who added the link.', ({ created }) => created?.actor ?? null)),
    actor: t.field(optionalReference('Who added the link.', ({ created }) => created?.actor ?? null)),
    created: t.expose('created', {
      type: AuditStamp,
      nullable: true,
      description: 'Who added the link, and when.',
    }),
    updated: t.expose('updated', {
      type: AuditStamp,
      nullable: true,
      description: 'Who last changed the link, and when.',
    }),
    settings: t.field({
      type: LinkSettings,
      description: 'How the link is shown. Null: nothing was said about it.',
      resolve: ({ showInAssetPreview }) => showInAssetPreview,
    }),
    associatedUrn: t.exposeString('associatedUrn', associated),
  }),
});

const InstitutionalMemory = builder.objectRef<readonly Of<Link>[]>('InstitutionalMemory').implement({
  description: 'The links of an entity to documentation.',
  fields: (t) => ({
    elements: t.field({
      ...nonNull('The links, in the order in which they were added.', [InstitutionalMemoryMetadata]),
      resolve: (links, _, { answer }, info) => answer.addList(links, info, { bytesIn: measureTexts }),
    }),
  }),
});

builder.interfaceFields(Entity, (t) => ({
  ownership: t.field({
    type: Ownership,
    description: 'The owners. Null before they are first written.',
    resolve: async ({ urn }, _, { services }) => {
      const found = await services.entities.ownership({ urn });
      return found && { ...found, owners: withUrn(found.owners, urn) };
    },
  }),
  domain: t.field({
    type: DomainAssociation,
    description: 'The domain; of several that were ingested, the first.',
    resolve: async ({ urn }, _, { services }) => {
      const domain = await services.entities.domain({ urn });
      return domain === null ? null : { domain, associatedUrn: urn };
    },
  }),
  glossaryTerms: t.field({
    type: GlossaryTerms,
    description: 'The glossary terms. Null before they are first written.',
    resolve: async ({ urn }, _, { services }) => {
      const found = await services.entities.glossaryTerms({ urn });
      return found && withUrn(found, urn);
    },
  }),
  institutionalMemory: t.field({
    type: InstitutionalMemory,
    description: 'The links to documentation. Null before they are first written.',
    resolve: async ({ urn }, _, { services }) => {
      const found = await services.entities.links({ urn });
      return found && withUrn(found, urn);
    },
  }),
}));
