import {
  type DatasetProfile as DatasetProfileView,
  type FieldProfile,
  type PartitionSpec as PartitionSpecView,
  parseProfile,
  partitionTypes,
} from '../../timeseries/dataset-profile.js';
import { selectedNames } from '../selected-names.js';
import { builder } from './builder.js';
import { Dataset } from './dataset.js';
import { enumValues } from './enum-values.js';
import { nonNull } from './kit.js';
import { eventArgs, readEvents, TimeSeriesAspect } from './timeseries-events.js';

const PartitionType = builder.enumType('PartitionType', {
  description: 'The part of a dataset that a profile covers.',
  values: enumValues(partitionTypes, {
    FULL_TABLE: 'The whole dataset.',
    QUERY: 'The result of a query.',
    PARTITION: 'One partition.',
  }),
});

const TimeWindow = builder
  .objectRef<NonNullable<PartitionSpecView['timePartition']>>('TimeWindow')
  .implement({
    description: 'A span of time.',
    fields: (t) => ({
      startTimeMillis: t.expose('startTimeMillis', nonNull('The start of the span.', 'Long')),
      durationMillis: t.expose('durationMillis', nonNull('The length of the span.', 'Long')),
    }),
  });

const PartitionSpec = builder.objectRef<PartitionSpecView>('PartitionSpec').implement({
  description: 'The part of a dataset that a profile covers.',
  fields: (t) => ({
    type: t.expose('type', nonNull('The kind of partition.', PartitionType)),
    partition: t.exposeString('partition', { description: 'The name of the partition.' }),
    timePartition: t.expose('timePartition', {
      type: TimeWindow,
      description: 'The time span that the partition covers, if its length is fixed.',
    }),
  }),
});

const samplesIn = ({ sampleValues }: FieldProfile) => sampleValues?.length ?? 0;

const DatasetFieldProfile = builder.objectRef<FieldProfile>('DatasetFieldProfile').implement({
  description: 'Statistics about a column.',
  fields: (t) => ({
    fieldPath: t.exposeString('fieldPath', nonNull('The column.')),
    uniqueCount: t.expose('uniqueCount', { type: 'Long', description: 'The number of distinct values.' }),
    uniqueProportion: t.exposeFloat('uniqueProportion', {
      description: 'The same number as a proportion of the rows.',
    }),
    nullCount: t.expose('nullCount', { type: 'Long', description: 'The number of rows without a value.' }),
    nullProportion: t.exposeFloat('nullProportion', {
      description: 'The same number as a proportion of the rows.',
    }),
    min: t.exposeString('min', { description: 'The smallest value.' }),
    max: t.exposeString('max', { description: 'The largest value.' }),
    mean: t.exposeString('mean', { description: 'The mean of the values.' }),
    median: t.exposeString('median', { description: 'The median of the values.' }),
    stdev: t.exposeString('stdev', { description: 'The standard deviation of the values.' }),
    sampleValues: t.exposeStringList('sampleValues', { nullable: true, description: 'Some of the values.' }),
  }),
});

const DatasetProfile = builder.objectRef<DatasetProfileView>('DatasetProfile').implement({
  description:
    'Statistics about a dataset at one time. Members that the event lacks, or has with ' +
    'another type, are null.',
  interfaces: [TimeSeriesAspect],
  fields: (t) => ({
    rowCount: t.expose('rowCount', { type: 'Long', description: 'The number of rows.' }),
    columnCount: t.expose('columnCount', { type: 'Long', description: 'The number of columns.' }),
    sizeInBytes: t.expose('sizeInBytes', { type: 'Long', description: 'The size on the platform.' }),
    fieldProfiles: t.field({
      type: [DatasetFieldProfile],
      description: 'Statistics about the columns. Leave them out to read many profiles.',
      resolve: ({ fieldProfiles }, _, { answer }, info) =>
        fieldProfiles && answer.addList(fieldProfiles, info, { bytesIn: () => 0, valuesIn: samplesIn }),
    }),
    partitionSpec: t.expose('partitionSpec', {
      type: PartitionSpec,
      description: 'The part of the dataset that the profile covers.',
    }),
  }),
});

/** All but the profiles of columns, which can take a hundred times as much. */
const smallMembers = ['timestampMillis', 'rowCount', 'columnCount', 'sizeInBytes', 'partitionSpec'];

builder.objectField(Dataset, 'datasetProfiles', (t) =>
  t.field({
    type: [DatasetProfile],
    description: "The dataset's profiles, newest first.",
    args: eventArgs(t.arg),
    resolve: (dataset, args, context, info) =>
      readEvents(dataset, 'datasetProfile', args, context, info, {
        members: selectedNames(info).has('fieldProfiles') ? undefined : smallMembers,
        read: parseProfile,
        countItems: ({ fieldProfiles }) => fieldProfiles?.length ?? 0,
        valuesIn: ({ fieldProfiles }) =>
          (fieldProfiles ?? []).reduce((sum, one) => sum + 1 + samplesIn(one), 0),
      }),
  }),
);
