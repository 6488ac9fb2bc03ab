import type { GraphQLResolveInfo } from 'graphql';
import { badRequest } from '../../core/errors.js';
import { busy } from '../../core/memory-budget.js';
import { tryParse } from '../../input/bounded-input.js';
import { formatIssues } from '../../input/invalid-input.js';
import { parseInSteps } from '../../json/lossless-json-parser.js';
import { runInTurns, type Steps } from '../../scheduling/steps.js';
import { eventFilter } from '../../timeseries/filter.js';
import { selectionCost } from '../selection-cost.js';
import { type ArgumentBuilder, builder, type Context } from './builder.js';
import { FacetFilterInput } from './facet-filter.js';
import { nonNull, required } from './kit.js';
import { readsInTurn } from './reads-in-turn.js';

/** Events that one field returns at most, and unless it says how many. */
const maxEvents = 1_000;
/** Fields of one request that read events. Each takes a statement for every 24 months of its index. */
const maxReads = 200;
/** As over REST. The size of an event is not known before it is read; ANSWER_MAX_BYTES bounds all together. */
const [estimatedBytes, memoryPerByte] = [1_024, 8];

export const TimeSeriesAspect = builder
  .interfaceRef<{ readonly timestampMillis: number }>('TimeSeriesAspect')
  .implement({
    description: 'An event about an entity.',
    fields: (t) => ({
      timestampMillis: t.expose('timestampMillis', nonNull('The time of the event.', 'Long')),
    }),
  });

const FilterInput = builder.inputType('FilterInput', {
  description: 'The events to return.',
  fields: (t) => ({
    and: t.field(
      required('Conditions on top-level members of the events. All must match.', [FacetFilterInput]),
    ),
  }),
});

export const eventArgs = (arg: ArgumentBuilder) => ({
  startTimeMillis: arg({ type: 'Long', description: 'The earliest time, inclusive.' }),
  endTimeMillis: arg({ type: 'Long', description: 'The latest time, inclusive.' }),
  filter: arg({ type: FilterInput, description: 'Default: all events.' }),
  limit: arg.int({
    description: `The number of events to return, 1 to ${maxEvents}. Default: ${maxEvents}.`,
  }),
});

interface EventArgs {
  readonly startTimeMillis?: number | null | undefined;
  readonly endTimeMillis?: number | null | undefined;
  readonly filter?: typeof FilterInput.$inferInput | null | undefined;
  readonly limit?: number | null | undefined;
}

/** They read in turn, so that a request has the events of one in memory beside those it keeps: `kept` bytes. */
const inTurn = readsInTurn(() => ({ count: 0, kept: 0 }));

/**
 * Returns the events of a dataset, newest first, and counts what they take.
 *
 * @param options.members the members at the top of the events that are needed; undefined: all
 * @param options.countItems how many objects are in the list inside an event
 * @param options.valuesIn how many values are in all lists inside an event
 * @throws BAD_REQUEST, SERVICE_UNAVAILABLE
 */
export async function readEvents<T>(
  { urn }: { readonly urn: string },
  aspect: 'datasetProfile' | 'operation',
  { startTimeMillis, endTimeMillis, filter, limit: given }: EventArgs,
  { services, actor, answer }: Context,
  info: GraphQLResolveInfo,
  {
    members,
    read,
    countItems,
    valuesIn = countItems,
  }: {
    members?: readonly string[] | undefined;
    read(event: unknown): T;
    countItems(event: T): number;
    valuesIn?: (event: T) => number;
  },
): Promise<readonly T[]> {
  const limit = given ?? maxEvents;
  if (limit < 1 || limit > maxEvents)
    throw badRequest(`limit is ${limit}; expected an integer from 1 to ${maxEvents}`);
  const request = {
    ...{ urn, entity: 'dataset', aspect, limit, members, criteria: toCriteria(filter) },
    startTimeMillis: startTimeMillis ?? undefined,
    endTimeMillis: endTimeMillis ?? undefined,
  };
  const { item } = selectionCost(info);
  const sizes = await inTurn(actor, async (reads) => {
    // The answer is refused already.
    if (answer.tooLarge) throw answer.tooLarge;
    reads.count += 1;
    if (reads.count > maxReads)
      throw badRequest(
        `the request reads events of datasets more than ${maxReads} times; request fewer datasets`,
      );
    if (actor.memory?.reach(reads.kept + limit * estimatedBytes * memoryPerByte) === false) throw busy();
    const { events } = await services.timeseries.values(request, actor);
    for (const { event } of events) reads.kept += event.length * memoryPerByte;
    return runInTurns(
      readInSteps(events, (event) => {
        const found = read(event.value);
        return [found, event.bytes + item * countItems(found)];
      }),
    );
  });
  return answer.addList([...sizes.keys()], info, { bytesIn: (event) => sizes.get(event)!, valuesIn });
}

/** Yields within large events and after each. */
function* readInSteps<T>(
  events: readonly { readonly event: string }[],
  read: (event: { value: unknown; bytes: number }) => readonly [T, number],
): Steps<Map<T, number>> {
  const found = new Map<T, number>();
  for (const { event } of events) {
    found.set(...read({ value: yield* parseInSteps(event), bytes: event.length }));
    yield;
  }
  return found;
}

function toCriteria(filter: EventArgs['filter']) {
  if (!filter) return [];
  const { success, data, error } = tryParse(eventFilter, { or: [filter] });
  if (success) return data;
  throw badRequest(
    formatIssues(error.issues, { or: [filter] }, 'filter').replaceAll('or.0.and', 'filter.and'),
  );
}
