import type { Operations, Subject } from './operation.js';

const needs = (name: 'OWNERS' | 'GLOSSARY_TERMS' | 'DOC_LINKS') =>
  [`EDIT_ENTITY_${name}`, 'EDIT_ENTITY'] as const;
const [owners, terms, links] = [needs('OWNERS'), needs('GLOSSARY_TERMS'), needs('DOC_LINKS')];
const columnTerms = ['EDIT_DATASET_COL_GLOSSARY_TERMS', 'EDIT_ENTITY'] as const;
const domains = ['EDIT_DOMAINS_PRIVILEGE', 'EDIT_ENTITY'] as const;
const deprecation = ['EDIT_DEPRECATION_PRIVILEGE', 'EDIT_ENTITY'] as const;

/** Names that exist are refused. */
let made = 0;
const newNamed = () => {
  const id = `named-${made++}`;
  return { id, name: id };
};

const resources = ({ dataset }: Subject) => [{ resourceUrn: dataset }];
const owner = ({ user }: Subject) => ({ ownerUrn: user, ownerEntityType: 'CORP_USER' });
const column = { subResourceType: 'DATASET_FIELD', subResource: 'id' };
const link = ({ dataset }: Subject) => ({
  ...{ linkUrl: 'https://wiki.example.com/orders', label: 'Runbook', resourceUrn: dataset },
});
const oneTerm = ({ dataset, term }: Subject) => ({ termUrn: term, resourceUrn: dataset });

const ofNamed = '{ urn displayName ownership { owners { owner { urn } } } }';

export const edits: Operations = {
  'query domain': { args: ({ domain: urn }) => ({ urn }), select: ofNamed },
  'query glossaryTerm': { args: ({ term: urn }) => ({ urn }), select: ofNamed },
  'query glossaryNode': { args: () => ({ urn: 'urn:li:glossaryNode:x' }), select: ofNamed },
  'mutation createDomain': {
    args: () => ({ input: newNamed() }),
    privileges: ['CREATE_DOMAINS', 'MANAGE_DOMAINS'],
  },
  'mutation createGlossaryTerm': {
    args: () => ({ input: newNamed() }),
    privileges: ['MANAGE_GLOSSARIES'],
  },
  'mutation createGlossaryNode': {
    args: () => ({ input: newNamed() }),
    privileges: ['MANAGE_GLOSSARIES'],
  },
  'mutation addOwner': {
    args: (on) => ({ input: { ...owner(on), type: 'TECHNICAL_OWNER', resourceUrn: on.dataset } }),
    privileges: owners,
  },
  'mutation addOwner (a container)': {
    args: (on) => ({ input: { ...owner(on), resourceUrn: on.container } }),
    privileges: owners,
  },
  'mutation addOwners': {
    args: (on) => ({ input: { owners: [owner(on)], resourceUrn: on.dataset } }),
    privileges: owners,
  },
  'mutation batchAddOwners': {
    args: (on) => ({ input: { owners: [owner(on)], resources: resources(on) } }),
    privileges: owners,
  },
  'mutation removeOwner': {
    args: ({ user, dataset }) => ({ input: { ownerUrn: user, resourceUrn: dataset } }),
    privileges: owners,
  },
  'mutation batchRemoveOwners': {
    args: (on) => ({ input: { ownerUrns: [on.user], resources: resources(on) } }),
    privileges: owners,
  },
  'mutation setDomain': {
    args: ({ dataset, domain }) => ({ entityUrn: dataset, domainUrn: domain }),
    privileges: domains,
  },
  'mutation unsetDomain': { args: ({ dataset }) => ({ entityUrn: dataset }), privileges: domains },
  'mutation batchSetDomain': {
    args: (on) => ({ input: { domainUrn: on.domain, resources: resources(on) } }),
    privileges: domains,
  },
  'mutation addTerm': { args: (on) => ({ input: oneTerm(on) }), privileges: terms },
  'mutation addTerm (a column)': {
    args: (on) => ({ input: { ...oneTerm(on), ...column } }),
    privileges: columnTerms,
  },
  'mutation addTerms': {
    args: ({ dataset, term }) => ({ input: { termUrns: [term], resourceUrn: dataset } }),
    privileges: terms,
  },
  'mutation removeTerm': { args: (on) => ({ input: oneTerm(on) }), privileges: terms },
  'mutation removeTerm (a column)': {
    args: (on) => ({ input: { ...oneTerm(on), ...column } }),
    privileges: columnTerms,
  },
  'mutation batchAddTerms': {
    args: (on) => ({ input: { termUrns: [on.term], resources: resources(on) } }),
    privileges: terms,
  },
  'mutation batchAddTerms (an entity and a column)': {
    args: (on) => ({
      input: {
        termUrns: [on.term],
        resources: [...resources(on), { resourceUrn: on.dataset, ...column }],
      },
    }),
    privileges: ['EDIT_ENTITY'],
    takesSeveral: true,
  },
  'mutation batchRemoveTerms': {
    args: (on) => ({ input: { termUrns: [on.term], resources: resources(on) } }),
    privileges: terms,
  },
  'mutation addLink': {
    args: (on) => ({ input: link(on) }),
    privileges: links,
  },
  'mutation upsertLink': { args: (on) => ({ input: link(on) }), privileges: links },
  'mutation updateLink': {
    args: (on) => ({
      input: { ...link(on), currentUrl: 'https://wiki.example.com/shop', currentLabel: 'Handbook' },
    }),
    privileges: links,
  },
  'mutation removeLink': {
    args: ({ dataset }) => ({
      input: { linkUrl: 'https://wiki.example.com/orders', resourceUrn: dataset },
    }),
    privileges: links,
  },
  'mutation updateDeprecation': {
    args: ({ dataset }) => ({ input: { urn: dataset, deprecated: true, note: 'Use sales.' } }),
    privileges: deprecation,
  },
  'mutation batchUpdateDeprecation': {
    args: (on) => ({ input: { deprecated: false, resources: resources(on) } }),
    privileges: deprecation,
  },
};
