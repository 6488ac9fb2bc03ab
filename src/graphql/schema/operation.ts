import {
  type Operation as OperationView,
  operationSources,
  operationTypes,
  parseOperation,
} from '../../timeseries/operation.js';
import { selectedNames } from '../selected-names.js';
import { builder } from './builder.js';
import { Dataset } from './dataset.js';
import { enumValues } from './enum-values.js';
import { nonNull } from './kit.js';
import { eventArgs, readEvents, TimeSeriesAspect } from './timeseries-events.js';

const OperationType = builder.enumType('OperationType', {
  description: 'The type of an operation on a dataset.',
  values: enumValues(operationTypes, {
    INSERT: 'Rows were inserted.',
    UPDATE: 'Rows were updated.',
    DELETE: 'Rows were deleted.',
    CREATE: 'The dataset was created.',
    ALTER: 'The dataset was altered.',
    DROP: 'The dataset was dropped.',
    CUSTOM: 'A type of its own, named by `customOperationType`.',
    UNKNOWN: 'Unknown, or not one of these types.',
  }),
});

const OperationSourceType = builder.enumType('OperationSourceType', {
  description: 'The kind of source that reported an operation.',
  values: enumValues(operationSources, {
    DATA_PLATFORM: 'The platform of the dataset.',
    DATA_PROCESS: 'A process that works on the dataset.',
  }),
});

const StringMapEntry = builder
  .objectRef<NonNullable<OperationView['customProperties']>[number]>('StringMapEntry')
  .implement({
    description: 'A name and its value.',
    fields: (t) => ({
      key: t.exposeString('key', nonNull('The name.')),
      value: t.exposeString('value', { description: 'The value.' }),
    }),
  });

const Operation = builder.objectRef<OperationView>('Operation').implement({
  description: 'A change to a dataset. Members that the event lacks, or has with another type, are null.',
  interfaces: [TimeSeriesAspect],
  fields: (t) => ({
    actor: t.exposeString('actor', { description: "The actor's URN." }),
    operationType: t.expose('operationType', nonNull('The type of operation.', OperationType)),
    customOperationType: t.exposeString('customOperationType', {
      description: "The operation in the platform's own words.",
    }),
    sourceType: t.expose('sourceType', {
      type: OperationSourceType,
      description: 'The kind of source that reported the operation.',
    }),
    numAffectedRows: t.expose('numAffectedRows', {
      type: 'Long',
      description: 'The number of changed rows.',
    }),
    affectedDatasets: t.exposeStringList('affectedDatasets', {
      nullable: true,
      description: 'The URNs of other datasets that the operation changed.',
    }),
    lastUpdatedTimestamp: t.expose(
      'lastUpdatedTimestamp',
      nonNull('When the dataset changed; `timestampMillis` when the event does not say.', 'Long'),
    ),
    partition: t.exposeString('partition', { description: 'The part of the dataset that changed.' }),
    customProperties: t.expose('customProperties', {
      type: [StringMapEntry],
      nullable: true,
      description: 'Custom properties.',
    }),
  }),
});

/** All but those of any size. */
const smallMembers = [
  'timestampMillis',
  'actor',
  'operationType',
  'customOperationType',
  'sourceType',
  'numAffectedRows',
  'lastUpdatedTimestamp',
  'partitionSpec',
];
const largeMembers = ['affectedDatasets', 'customProperties'];

builder.objectField(Dataset, 'operations', (t) =>
  t.field({
    type: [Operation],
    description: 'The operations on the dataset, newest first.',
    args: eventArgs(t.arg),
    resolve: (dataset, args, context, info) => {
      const selected = selectedNames(info);
      return readEvents(dataset, 'operation', args, context, info, {
        members: [...smallMembers, ...largeMembers.filter((name) => selected.has(name))],
        read: parseOperation,
        countItems: ({ customProperties }) => customProperties?.length ?? 0,
      });
    },
  }),
);
