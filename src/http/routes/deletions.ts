import { z } from 'zod';
import { badRequest } from '../../core/errors.js';
import { parseInput } from '../parse-input.js';
import type { ActionHandler } from './action.js';

// Strict, because a member that is not read would delete more than is meant.
export const deleteInput = z.strictObject({
  urn: z.string(),
  aspectName: z.string().nullish(),
  startTimeMillis: z.int().nullish(),
  endTimeMillis: z.int().nullish(),
});

export const deleteReferencesInput = z.strictObject({ urn: z.string(), dryRun: z.boolean().nullish() });

/** Actions of `/entities` that delete (docs/wire-aspects.md, "Reads and deletions", "References"). */
export const deletions: Readonly<Record<string, ActionHandler>> = {
  /** Deletes an entity or, with `aspectName`, events of one time-series aspect. */
  async delete({ services, actor, body }) {
    const { urn, aspectName: aspect, startTimeMillis, endTimeMillis } = parseInput(deleteInput, body);
    const [from, to] = [startTimeMillis ?? undefined, endTimeMillis ?? undefined];
    if (typeof aspect === 'string') {
      const timeseriesRows = await services.ingest.deleteEvents(actor, { urn, aspect, from, to });
      return { urn, rows: 0, timeseriesRows };
    }
    // Never the whole entity for a request that is about some events.
    if (from !== undefined || to !== undefined) {
      throw badRequest(
        'startTimeMillis and endTimeMillis need aspectName, the time-series aspect of the events',
      );
    }
    const { rows, timeseriesRows } = await services.ingest.deleteEntity(actor, urn);
    return { urn, rows, timeseriesRows };
  },

  async deleteReferences({ services, actor, body }) {
    const { urn, dryRun } = parseInput(deleteReferencesInput, body);
    const { total, relatedAspects } = await services.ingest.deleteReferences(actor, urn, dryRun ?? false);
    return {
      total,
      // DataHub's command line prints the values in this order.
      relatedAspects: relatedAspects.map(({ relationship, source: entity, aspect }) => ({
        relationship,
        entity,
        aspect,
      })),
    };
  },
};
