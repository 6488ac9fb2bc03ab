import type { Place } from '../../core/column-urn.js';
import type { ReachedPlace, TagReach as TagReachView } from '../../lineage/reach.js';
import { builder } from './builder.js';
import { nonNull, pageFields, pageInputs, required } from './kit.js';
import { LineageDirection } from './lineage-types.js';
import { optionalReference, reference } from './reference.js';

const TagReachInput = builder.inputType('TagReachInput', {
  description: 'The lineage of what has a tag.',
  fields: (t) => ({
    tagUrn: t.string(required('The tag.')),
    direction: t.field(required('The direction in which lineage is followed.', LineageDirection)),
    maxHops: t.int({ description: 'How far lineage is followed, from 1 to 1,000. Default: 1,000.' }),
    onlyUntagged: t.boolean({
      defaultValue: false,
      description:
        'Whether only places are returned that lack the tag and can have it, and from which no person has removed it.',
    }),
    ...pageInputs(t, 'places'),
  }),
});

const ReachVia = builder.enumType('ReachVia', {
  description: 'What leads to a place.',
  values: {
    COLUMN: { description: 'Edges of columns, from a column with the tag.' },
    DATASET: {
      description: 'Also edges between entities: whether the tagged data flows there is not known.',
    },
  } as const,
});

/** An entity or one of its columns. */
const placeFields = (t: PlaceFieldBuilder) => ({
  entity: t.field(reference('The entity; for a column, its dataset.', ({ urn }: Place) => urn)),
  fieldPath: t.string({
    description: 'The column; null for the entity itself.',
    resolve: ({ fieldPath }) => fieldPath || null,
  }),
});

type PlaceFieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Place>;

const ReachPathPlace = builder.objectRef<Place>('ReachPathPlace').implement({
  description: 'An entity or a column on a path.',
  fields: placeFields,
});

const TagReachPlace = builder.objectRef<ReachedPlace>('TagReachPlace').implement({
  description: 'An entity or a column in the lineage of what has a tag.',
  fields: (t) => ({
    ...placeFields(t as unknown as PlaceFieldBuilder),
    degree: t.exposeInt('degree', nonNull('The number of hops from the nearest place with the tag.')),
    via: t.expose('via', nonNull('Whether columns lead to it, or entities as well.', ReachVia)),
    carriesTag: t.exposeBoolean(
      'carriesTag',
      nonNull('Whether it has the tag. If `via` is DATASET, also whether one of its columns has it.'),
    ),
    removed: t.exposeBoolean('isRemoved', nonNull('Whether a person has removed the tag from it.')),
    removedBy: t.field(
      optionalReference(
        'Who has removed the tag from it. Null if no person has, or if the history does not have it any more.',
        ({ removedBy }) => removedBy,
      ),
    ),
    path: t.field({
      ...nonNull('One of the shortest paths, from a place with the tag to this one.', [ReachPathPlace]),
      resolve: ({ path }, _, { answer }, info) => answer.addList(path(), info),
    }),
  }),
});

const TagReach = builder.objectRef<TagReachView>('TagReach').implement({
  description: 'A page of the lineage of what has a tag: nearest first, then by entity and column.',
  fields: (t) => ({
    ...pageFields(t, 'places'),
    isPartial: t.exposeBoolean(
      'isPartial',
      nonNull('Whether a limit left out places (docs/lineage.md, "Bounds").'),
    ),
    untagged: t.exposeInt(
      'untagged',
      nonNull(
        'How many places on all pages lack the tag and can have it, without those from which a person has removed it.',
      ),
    ),
    reached: t.field({
      ...nonNull('The page.', [TagReachPlace]),
      resolve: ({ reached }, _, { answer }, info) =>
        answer.addList(reached, info, { bytesIn: ({ urn, fieldPath }) => urn.length + fieldPath.length }),
    }),
  }),
});

builder.queryField('tagReach', (t) =>
  t.field({
    ...nonNull(
      'Returns what is in the lineage of the entities and columns that have a tag, and what of it lacks the tag.',
      TagReach,
    ),
    args: { input: t.arg(required('The tag, and how its lineage is followed.', TagReachInput)) },
    resolve: (_, { input }, { services, actor }) => services.lineage.tagReach(actor, input),
  }),
);
