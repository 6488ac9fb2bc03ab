import type { IndexDetails } from '../../timeseries/index-details.js';
import { builder } from './builder.js';
import { nonNull } from './kit.js';

const TimeseriesMonth = builder.objectRef<IndexDetails['months'][number]>('TimeseriesMonth').implement({
  description: 'A month of a time-series index.',
  fields: (t) => ({
    month: t.exposeString('month', nonNull('The month in UTC, such as `2026-11`.')),
    bytes: t.expose('bytes', nonNull('The size on disk: data and database indexes.', 'Long')),
  }),
});

const TimeseriesIndex = builder.objectRef<IndexDetails>('TimeseriesIndex').implement({
  description: 'The events of one time-series aspect.',
  fields: (t) => ({
    name: t.exposeString('name', nonNull('The name, such as `dataset_operationaspect_v1`.')),
    entity: t.exposeString('entity', nonNull('The entity type of the aspect.')),
    aspect: t.exposeString('aspect', nonNull('The aspect.')),
    bytes: t.expose('bytes', nonNull('The size on disk: data and database indexes.', 'Long')),
    events: t.expose('events', {
      type: 'Long',
      nullable: false,
      description:
        "The estimated number of events, from the database's statistics or a sample of the " +
        'largest months.',
    }),
    oldest: t.expose('oldest', {
      type: 'Long',
      description:
        'The time of the oldest event; null without events. If the month has more than 1 MB of ' +
        'data, the oldest event in the first MB.',
    }),
    newest: t.expose('newest', {
      type: 'Long',
      description:
        'The time of the newest event; null without events. If the month has more than 1 MB of ' +
        'data, the newest event in the last MB.',
    }),
    months: t.field({
      type: [TimeseriesMonth],
      nullable: false,
      description: 'The months of the index, oldest first. Months that never had events are left out.',
      resolve: ({ months }, _, { answer }, info) => answer.addList(months, info),
    }),
  }),
});

builder.queryField('timeseriesIndexes', (t) =>
  t.field({
    type: [TimeseriesIndex],
    nullable: false,
    description: 'Returns all time-series indices, largest first. Needs Get Timeseries index sizes API.',
    resolve: (_, __, { services, actor }) => services.timeseries.indexDetails(actor),
  }),
);
