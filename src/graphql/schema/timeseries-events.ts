import type { GraphQLResolveInfo } from 'graphql';
import { badRequest } from '../../core/errors.js';
import { formatIssues } from '../../core/invalid-input.js';
import { busy } from '../../core/memory-budget.js';
import { eventFilter } from '../../timeseries/filter-input.js';
import { selectionCost } from '../selection-cost.js';
import { type ArgumentBuilder, builder, type Context } from './builder.js';
import { FacetFilterInput } from './facet-filter.js';

/** Events that one field returns at most, and unless it says how many. */
const maxEvents = 1_000;
/** Fields of one request that read events. Each takes a statement for every 24 months of its index. */
const maxReads = 200;
/** As over REST: the size of an event is not known before it is read, and each byte needs several of memory. */
const memoryPerEvent = 8 * 1_024;

export const TimeSeriesAspect = builder
  .interfaceRef<{ readonly timestampMillis: number }>('TimeSeriesAspect')
  .implement({
    description: 'An event about an entity.',
    fields: (t) => ({
      timestampMillis: t.expose('timestampMillis', {
        type: 'Long',
        nullable: false,
        description: 'When it happened.',
      }),
    }),
  });

const FilterInput = builder.inputType('FilterInput', {
  description: 'Which events.',
  fields: (t) => ({
    and: t.field({
      type: [FacetFilterInput],
      required: true,
      description: 'Conditions on members at the top of the events, which must all match.',
    }),
  }),
});

export const eventArgs = (arg: ArgumentBuilder) => ({
  startTimeMillis: arg({ type: 'Long', description: 'The earliest time, inclusive.' }),
  endTimeMillis: arg({ type: 'Long', description: 'The latest time, inclusive.' }),
  filter: arg({ type: FilterInput, description: 'Default: all events.' }),
  limit: arg.int({ description: `How many events to return, 1 to ${maxEvents}, which is the default.` }),
});

interface EventArgs {
  readonly startTimeMillis?: number | null | undefined;
  readonly endTimeMillis?: number | null | undefined;
  readonly filter?: typeof FilterInput.$inferInput | null | undefined;
  readonly limit?: number | null | undefined;
}

/** The fields that have read events for one request, by its actor. They read in turn, so that few events wait in memory. */
const reads = new WeakMap<object, { count: number; last: Promise<unknown> }>();

function inTurn<T>(request: object, read: () => Promise<T>): Promise<T> {
  const state = reads.get(request) ?? { count: 0, last: Promise.resolve() };
  reads.set(request, state);
  state.count += 1;
  if (state.count > maxReads)
    throw badRequest(
      `the request reads events of datasets more than ${maxReads} times; ask for fewer datasets`,
    );
  const result = state.last.then(read, read);
  state.last = result.catch(() => undefined);
  return result;
}

/**
 * Returns the events of a dataset, newest first, and counts what they take.
 *
 * @param options.members the members at the top of the events that are needed; undefined: all
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
    itemsOf,
  }: { members?: readonly string[] | undefined; read(event: string): T; itemsOf(event: T): number },
): Promise<readonly T[]> {
  const limit = given ?? maxEvents;
  if (limit < 1 || limit > maxEvents)
    throw badRequest(`limit is ${limit}; expected an integer from 1 to ${maxEvents}`);
  const request = {
    ...{ urn, entity: 'dataset', aspect, limit, members, criteria: criteriaOf(filter) },
    startTimeMillis: startTimeMillis ?? undefined,
    endTimeMillis: endTimeMillis ?? undefined,
  };
  const { events } = await inTurn(actor, () => {
    if (actor.memory?.add(limit * memoryPerEvent) === false) throw busy();
    return services.timeseries.values(request, actor);
  });
  const { item } = selectionCost(info);
  const found = events.map(({ event }) => ({ event: read(event), bytes: event.length }));
  const sizes = new Map(found.map(({ event, bytes }) => [event, bytes + item * itemsOf(event)]));
  return answer.addList([...sizes.keys()], (event) => sizes.get(event)!, info);
}

function criteriaOf(filter: EventArgs['filter']) {
  if (!filter) return [];
  const { success, data, error } = eventFilter.safeParse({ or: [filter] });
  if (success) return data;
  throw badRequest(
    formatIssues(error.issues, { or: [filter] }, 'filter').replaceAll('or.0.and', 'filter.and'),
  );
}
