import { ingestUrl, proposal } from '../support/aspects.js';
import { datasetUrn } from '../support/metadata.js';
import { type Action, graphql } from './action.js';
import { datasets } from './world.js';

/** ms since the epoch. Later steps have later events, so that a truncation ends at a step. */
const toTime = (step: number) => 1_700_000_000_000 + step * 1_000;

/** What truncations take events of, and what none does. */
const [truncated, kept] = ['operation', 'datasetProfile'];
/** The last one is never deleted. */
const places = [...datasets, datasetUrn('soak.events')];

export const actionsOnEvents: Readonly<Record<string, Action>> = {
  ingestEvent: {
    ...{ operation: 'POST /aspects?action=ingestProposal', weight: 6, right: 'assets' },
    plan: ({ pick }, step) => ({
      ...{ urn: pick(places), aspect: pick([truncated, kept]), time: toTime(step) },
    }),
    request: ({ urn, aspect, time }) => ({
      ...{ method: 'POST', url: ingestUrl },
      payload: {
        proposal: proposal(urn, aspect, {
          timestampMillis: time,
          ...(aspect === truncated && { lastUpdatedTimestamp: time, operationType: 'INSERT' }),
        }),
      },
    }),
    effects: ({ urn }) => new Map([[urn, (before) => before ?? new Map()]]),
    event: ({ urn, aspect, time }) => ({ urn, aspect, time }),
  },
};

export const truncations: Readonly<Record<string, Action>> = {
  truncate: {
    ...{ operation: 'mutation truncateTimeseriesAspect', weight: 1 },
    plan: ({ below }, step) => ({ time: toTime(Math.max(0, step - 20 - below(200))) }),
    request: ({ time }) =>
      graphql('mutation truncateTimeseriesAspect', {
        input: { entityType: 'dataset', aspect: truncated, endTimeMillis: time, dryRun: false },
      }),
    truncatesTo: ({ time }, aspect) => (aspect === truncated ? time : 0),
  },
};
