import type { Category } from '../../src/history/change.js';
import { batchUrl, proposal } from '../support/aspects.js';
import type { Choose } from '../support/random.js';
import { type Action, type Effect, graphql } from './action.js';
import { toKey, withFacts } from './facts.js';
import { assets, domains, links, type Place, people, places, terms } from './world.js';

type Changes = readonly (readonly [key: string, text: string | null | undefined])[];

/** What stewards' edits make of the entities of places: each must exist. */
function onPlaces(on: readonly Place[], changes: (one: Place) => Changes): ReadonlyMap<string, Effect> {
  const byUrn = new Map<string, (readonly [string, string | null | undefined])[]>();
  for (const one of on) byUrn.set(one.resourceUrn, [...(byUrn.get(one.resourceUrn) ?? []), ...changes(one)]);
  return new Map(
    [...byUrn].map(([urn, all]) => [urn, (before) => (before ? withFacts(before, all) : undefined)]),
  );
}

const wholes = (choose: Choose, most: number): Place[] =>
  [...new Set(Array.from({ length: 1 + choose.below(most) }, () => choose.pick(assets)))].map(
    (resourceUrn) => ({ resourceUrn }),
  );

const elementKey =
  (aspect: string, category: Category) =>
  (modifier: string, { subResource = '' }: Place) =>
    toKey(subResource === '' ? aspect : 'editableSchemaMetadata', category, subResource, modifier);
const ownerKey = elementKey('ownership', 'OWNER');
const termKey = elementKey('glossaryTerms', 'GLOSSARY_TERM');
const domainKey = elementKey('domains', 'DOMAIN');
const linkKey = elementKey('institutionalMemory', 'DOCUMENTATION');
const deprecationKey = toKey('deprecation', 'DEPRECATION');

const oneOrTwo = ({ pick }: Choose, urns: readonly string[]) => [...new Set([pick(urns), pick(urns)])];

/** Makes what the edits name. */
const ingestNamed: Action = {
  ...{ operation: 'POST /aspects?action=ingestProposalBatch', weight: 0, right: 'assets' },
  plan: () => ({ urns: [...people, ...domains, ...terms] }),
  request: ({ urns }) => ({
    ...{ method: 'POST', url: batchUrl },
    payload: { proposals: urns.map((urn: string) => proposal(urn, 'status', { removed: false })) },
  }),
  effects: ({ urns }) =>
    new Map(
      urns
        .filter((urn: string) => !people.includes(urn))
        .map((urn: string): [string, Effect] => [urn, () => new Map()]),
    ),
};

const owners = (name: 'batchAddOwners' | 'batchRemoveOwners'): Action => ({
  ...{ operation: `mutation ${name}`, weight: 6, right: 'assets' },
  plan: (choose) => ({ urns: oneOrTwo(choose, people), resources: wholes(choose, 3) }),
  request: ({ urns, resources }) =>
    graphql(`mutation ${name}`, {
      input:
        name === 'batchAddOwners'
          ? {
              owners: urns.map((ownerUrn: string) => ({ ownerUrn, ownerEntityType: 'CORP_USER' })),
              resources,
            }
          : { ownerUrns: urns, resources },
    }),
  effects: ({ urns, resources }) =>
    onPlaces(resources, (at) =>
      urns.map((urn: string) => [
        ownerKey(urn, at),
        name === 'batchAddOwners' ? 'urn:li:ownershipType:__system__none' : undefined,
      ]),
    ),
});

const edits = (name: 'batchAddTerms' | 'batchRemoveTerms'): Action => ({
  ...{ operation: `mutation ${name}`, weight: 6, right: 'assets' },
  plan: (choose) => ({ termUrns: oneOrTwo(choose, terms), resources: places(choose, 3) }),
  request: (input) => graphql(`mutation ${name}`, { input }),
  effects: ({ termUrns, resources }) =>
    onPlaces(resources, (at) =>
      termUrns.map((urn: string) => [termKey(urn, at), name === 'batchAddTerms' ? null : undefined]),
    ),
});

const setDomain: Action = {
  ...{ operation: 'mutation batchSetDomain', weight: 5, right: 'assets' },
  plan: (choose) => ({
    domainUrn: choose.below(4) === 0 ? null : choose.pick(domains),
    resources: wholes(choose, 3),
  }),
  request: (input) => graphql('mutation batchSetDomain', { input }),
  effects: ({ domainUrn, resources }) =>
    onPlaces(resources, (at) =>
      domains.map((urn) => [domainKey(urn, at), urn === domainUrn ? null : undefined]),
    ),
};

const upsertLink: Action = {
  ...{ operation: 'mutation upsertLink', weight: 4, right: 'assets' },
  plan: ({ pick }) => ({ resourceUrn: pick(assets), linkUrl: pick(links), label: 'Runbook' }),
  request: (input) => graphql('mutation upsertLink', { input }),
  effects: ({ linkUrl, ...on }) => onPlaces([on], (at) => [[linkKey(linkUrl, at), 'Runbook']]),
};

const removeLink: Action = {
  ...{ operation: 'mutation removeLink', weight: 3, right: 'assets' },
  plan: ({ pick }) => ({ resourceUrn: pick(assets), linkUrl: pick(links) }),
  request: (input) => graphql('mutation removeLink', { input }),
  effects: ({ linkUrl, ...on }) => onPlaces([on], (at) => [[linkKey(linkUrl, at), undefined]]),
};

const deprecate: Action = {
  ...{ operation: 'mutation batchUpdateDeprecation', weight: 4, right: 'assets' },
  plan: (choose, step) => ({
    ...{ deprecated: choose.below(3) > 0, note: `of step ${step}` },
    resources: wholes(choose, 2),
  }),
  request: (input) => graphql('mutation batchUpdateDeprecation', { input }),
  effects: ({ deprecated, note, resources }) =>
    onPlaces(resources, () => [[deprecationKey, deprecated ? note : undefined]]),
};

export const actionsOnEdits: Readonly<Record<string, Action>> = {
  ingestNamed,
  batchAddOwners: owners('batchAddOwners'),
  batchRemoveOwners: owners('batchRemoveOwners'),
  batchAddTerms: edits('batchAddTerms'),
  batchRemoveTerms: edits('batchRemoveTerms'),
  setDomain,
  upsertLink,
  removeLink,
  deprecate,
};
