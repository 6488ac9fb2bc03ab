import { ingestUrl, proposal } from '../support/aspects.js';
import { type Action, graphql } from './action.js';
import { toKey, withFacts } from './facts.js';
import { datasets, jobs, tags } from './world.js';

/** Only people write this aspect, so that the change log has all of it. */
const toEdgeKey = (dataset: string) => toKey('dataJobInputOutput', 'LINEAGE', '', dataset);

const createJob: Action = {
  ...{ operation: 'POST /aspects?action=ingestProposal', weight: 2, right: 'assets' },
  plan: ({ pick }) => ({ urn: pick(jobs) }),
  request: ({ urn }) => ({
    ...{ method: 'POST', url: ingestUrl },
    payload: { proposal: proposal(urn, 'status', { removed: false }) },
  }),
  effects: ({ urn }) => new Map([[urn, (before) => before ?? new Map()]]),
};

const updateLineage: Action = {
  ...{ operation: 'mutation updateLineage', weight: 6, right: 'assets' },
  plan: ({ pick }) => ({ job: pick(jobs), added: [pick(datasets), pick(datasets)], removed: pick(datasets) }),
  request({ job: downstreamUrn, added, removed }) {
    const edge = (upstreamUrn: string) => ({ upstreamUrn, downstreamUrn });
    return graphql('mutation updateLineage', {
      input: { edgesToAdd: added.map(edge), edgesToRemove: [edge(removed)] },
    });
  },
  effects: ({ job, added, removed }) =>
    new Map([
      [
        job,
        (before) =>
          before
            ? withFacts(before, [
                ...added.map((dataset: string) => [toEdgeKey(dataset), null] as const),
                [toEdgeKey(removed), undefined],
              ])
            : undefined,
      ],
    ]),
};

interface Lineage {
  readonly lineage: { readonly relationships: readonly { readonly entity: { readonly urn: string } }[] };
}

const readLineage: Action = {
  ...{ operation: 'query dataJob', weight: 4 },
  plan: ({ pick }) => ({ urn: pick(jobs) }),
  request: (variables) => ({
    ...{ method: 'POST', url: '/api/graphql' },
    payload: {
      query: `query ($urn: String!) { dataJob(urn: $urn) {
        lineage(input: { direction: UPSTREAM, includeGhostEntities: true }) { relationships { entity { urn } } } } }`,
      variables,
    },
  }),
  reads: {
    facts({ urn }, { dataJob }) {
      const edges = (dataJob as unknown as Lineage | null)?.lineage.relationships;
      return new Map([
        [urn, edges ? new Map(edges.map(({ entity }) => [toEdgeKey(entity.urn), null])) : null],
      ]);
    },
  },
};

/** Its walk runs beside all writes of edges and tags. */
const readReach: Action = {
  ...{ operation: 'query tagReach', weight: 2 },
  plan: ({ pick }) => ({ tagUrn: pick(tags), direction: pick(['UPSTREAM', 'DOWNSTREAM']) }),
  request: (input) => graphql('query tagReach', { input }),
};

export const actionsOnLineage: Readonly<Record<string, Action>> = {
  createJob,
  updateLineage,
  readLineage,
  readReach,
};
