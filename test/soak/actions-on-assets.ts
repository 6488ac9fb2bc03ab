import { add, batchUrl, ingestUrl, proposal, remove } from '../support/aspects.js';
import { field } from '../support/metadata.js';
import { entity, entityUrl } from '../support/openapi.js';
import { type Action, type Args, type Effect, graphql } from './action.js';
import { type Facts, removedKey, toKey, withFacts } from './facts.js';
import { anyTag, assets, columns, datasets, type Place, place, places } from './world.js';

type Changes = readonly (readonly [key: string, text: string | null | undefined])[];

/** The change of an entity that exists; another one is refused. */
const onExisting =
  (...changes: Changes): Effect =>
  (before) =>
    before ? withFacts(before, changes) : undefined;

const toTagKey = ({ subResource }: Place, tag: string) =>
  subResource === undefined
    ? toKey('globalTags', 'TAG', '', tag)
    : toKey('editableSchemaMetadata', 'TAG', subResource, tag);

const getType = (urn: string) => urn.split(':')[2]!;

function toDescriptionKey({ resourceUrn, subResource }: Place): string {
  if (subResource !== undefined) return toKey('editableSchemaMetadata', 'DOCUMENTATION', subResource);
  const aspect =
    getType(resourceUrn) === 'container' ? 'editableContainerProperties' : 'editableDatasetProperties';
  return toKey(aspect, 'DOCUMENTATION');
}

/** Combines the effects on places, of which several can be on one entity. */
function onPlaces(on: readonly Place[], changes: (one: Place) => Changes): ReadonlyMap<string, Effect> {
  const byUrn = new Map<string, (readonly [string, string | null | undefined])[]>();
  for (const one of on) byUrn.set(one.resourceUrn, [...(byUrn.get(one.resourceUrn) ?? []), ...changes(one)]);
  return new Map([...byUrn].map(([urn, all]) => [urn, onExisting(...all)]));
}

const one = (name: 'addTag' | 'removeTag'): Action => ({
  ...{ operation: `mutation ${name}`, weight: 12, right: 'assets' },
  plan: (choose) => ({ ...place(choose), tagUrn: anyTag(choose) }),
  request: (input) => graphql(`mutation ${name}`, { input }),
  effects: ({ tagUrn, ...on }) =>
    onPlaces([on], (at) => [[toTagKey(at, tagUrn), name === 'addTag' ? null : undefined]]),
});

const batch = (name: 'batchAddTags' | 'batchRemoveTags'): Action => ({
  ...{ operation: `mutation ${name}`, weight: 6, right: 'assets' },
  plan: (choose) => ({
    tagUrns: [...new Set([anyTag(choose), anyTag(choose)])],
    resources: places(choose, 4),
  }),
  request: (input) => graphql(`mutation ${name}`, { input }),
  effects: ({ tagUrns, resources }) =>
    onPlaces(resources, (at) =>
      tagUrns.map((tag: string) => [toTagKey(at, tag), name === 'batchAddTags' ? null : undefined]),
    ),
});

const describe: Action = {
  ...{ operation: 'mutation updateDescription', weight: 8, right: 'assets' },
  plan: (choose, step) => ({ ...place(choose), description: `of step ${step}` }),
  request: (input) => graphql('mutation updateDescription', { input }),
  effects: ({ description, ...on }) => onPlaces([on], (at) => [[toDescriptionKey(at), description]]),
};

const softDelete: Action = {
  ...{ operation: 'mutation batchUpdateSoftDeleted', weight: 3, right: 'assets' },
  plan: ({ pick, below }) => ({ urns: [...new Set([pick(assets), pick(assets)])], deleted: below(2) === 0 }),
  request: (input) => graphql('mutation batchUpdateSoftDeleted', { input }),
  effects: ({ urns, deleted }) =>
    new Map(urns.map((urn: string) => [urn, onExisting([removedKey, deleted ? null : undefined])])),
};

/** The facts of an aspect that a write replaces whole; an entity that does not exist is created. */
const replacing =
  (aspect: string, now: ReadonlyMap<string, string | null>): Effect =>
  (before) =>
    new Map([...[...(before ?? [])].filter(([key]) => !key.startsWith(`${aspect}|`)), ...now]);

const chain =
  (...effects: readonly Effect[]): Effect =>
  (before, last) =>
    effects.reduce<Facts | undefined>(
      (facts, effect) => (facts === undefined ? undefined : effect(facts, last)),
      before,
    );

const tagFacts = (tags: readonly string[]) =>
  new Map(tags.map((tag) => [toKey('globalTags', 'TAG', '', tag), null] as const));
const toTags = (tags: readonly string[]) => ({ tags: tags.map((tag) => ({ tag })) });

/** Ingestion creates the tags that it names. */
const creating = (tags: readonly string[]): ReadonlyMap<string, Effect> =>
  new Map(tags.map((tag) => [tag, (before) => before ?? new Map()]));

const ingestTags: Action = {
  ...{ operation: 'POST /aspects?action=ingestProposal', weight: 5, right: 'assets' },
  plan: (choose) => ({ urn: choose.pick(assets), tags: [...new Set([anyTag(choose), anyTag(choose)])] }),
  request: ({ urn, tags }) => ({
    ...{ method: 'POST', url: ingestUrl },
    payload: { proposal: proposal(urn, 'globalTags', toTags(tags)) },
  }),
  effects: ({ urn, tags }) => new Map([...creating(tags), [urn, replacing('globalTags', tagFacts(tags))]]),
};

const patchTags: Action = {
  ...{ operation: 'PATCH /openapi/v3/entity/:type', weight: 5, right: 'assets' },
  plan: (choose) => ({ urn: choose.pick(assets), tag: anyTag(choose), isAdded: choose.below(2) === 0 }),
  request: ({ urn, tag, isAdded }) => ({
    ...{ method: 'PATCH', url: `/openapi/v3/entity/${getType(urn)}?async=false` },
    payload: [
      entity(urn, {
        globalTags: { patch: [isAdded ? add(`/tags/${tag}`, { tag }) : remove(`/tags/${tag}`)] },
      }),
    ],
  }),
  effects: ({ urn, tag, isAdded }) =>
    new Map([
      ...creating(isAdded ? [tag] : []),
      [
        urn,
        (before: Facts) =>
          // An entity is not created to remove something from it.
          before || isAdded
            ? withFacts(before ?? new Map(), [
                [toKey('globalTags', 'TAG', '', tag), isAdded ? null : undefined],
              ])
            : before,
      ],
    ]),
};

const schemaFacts = new Map(
  columns.map((path) => [toKey('schemaMetadata', 'TECHNICAL_SCHEMA', path), 'varchar']),
);

/** Lineage that the change log does not have, and whose edges the doctor compares at the end. */
const describeLineage = (urn: string, upstream: string) => ({
  upstreams: [{ dataset: upstream, type: 'TRANSFORMED' }],
  fineGrainedLineages: columns.map((path) => ({
    ...{ upstreamType: 'FIELD_SET', upstreams: [`urn:li:schemaField:(${upstream},${path})`] },
    ...{ downstreamType: 'FIELD', downstreams: [`urn:li:schemaField:(${urn},${path})`] },
  })),
});

/** Some proposals for each of some datasets, as ingestion sends them. */
const ingestDatasets: Action = {
  ...{ operation: 'POST /aspects?action=ingestProposalBatch', weight: 6, right: 'assets' },
  plan: ({ pick }, step) => ({
    urns: [...new Set([pick(datasets), pick(datasets)])],
    upstream: pick(datasets),
    description: `ingested by ${step}`,
  }),
  request: ({ urns, upstream, description }) => ({
    ...{ method: 'POST', url: batchUrl },
    payload: {
      proposals: urns.flatMap((urn: string) => [
        proposal(urn, 'schemaMetadata', { fields: columns.map((path) => field(path)) }),
        proposal(urn, 'datasetProperties', { name: 'x', description }),
        proposal(urn, 'upstreamLineage', describeLineage(urn, upstream)),
      ]),
    },
  }),
  effects: ({ urns, description }: Args) =>
    new Map(
      urns.map((urn: string) => [
        urn,
        chain(
          replacing('schemaMetadata', schemaFacts),
          replacing(
            'datasetProperties',
            new Map([[toKey('datasetProperties', 'DOCUMENTATION'), description]]),
          ),
        ),
      ]),
    ),
};

const snapshot: Action = {
  ...{ operation: 'POST /entities?action=ingest', weight: 3, right: 'assets' },
  plan: (choose) => ({ urn: choose.pick(datasets), tags: [anyTag(choose)] }),
  request: ({ urn, tags }) => ({
    ...{ method: 'POST', url: '/entities?action=ingest' },
    payload: {
      entity: {
        value: {
          'com.linkedin.metadata.snapshot.DatasetSnapshot': {
            urn,
            aspects: [{ 'com.linkedin.common.GlobalTags': toTags(tags) }],
          },
        },
      },
    },
  }),
  effects: ({ urn, tags }) => new Map([...creating(tags), [urn, replacing('globalTags', tagFacts(tags))]]),
};

const deleteAspect: Action = {
  ...{ operation: 'DELETE /openapi/v3/entity/:type/* (one aspect)', weight: 1, right: 'assets' },
  plan: ({ pick }) => ({ urn: pick(assets) }),
  request: ({ urn }) => ({ method: 'DELETE', url: `${entityUrl(urn)}/globalTags` }),
  effects: ({ urn }) =>
    new Map([[urn, (before, last) => (before ? replacing('globalTags', new Map())(before, last) : null)]]),
};

const hardDelete: Action = {
  ...{ operation: 'DELETE /openapi/v3/entity/:type/*', weight: 2, right: 'assets' },
  plan: ({ pick }) => ({ urn: pick(assets) }),
  request: ({ urn }) => ({ method: 'DELETE', url: entityUrl(urn) }),
  effects: ({ urn }) => new Map([[urn, () => null]]),
};

export const actionsOnAssets: Readonly<Record<string, Action>> = {
  addTag: one('addTag'),
  removeTag: one('removeTag'),
  batchAddTags: batch('batchAddTags'),
  batchRemoveTags: batch('batchRemoveTags'),
  describe,
  softDelete,
  ingestTags,
  patchTags,
  ingestDatasets,
  snapshot,
  deleteAspect,
  hardDelete,
};
