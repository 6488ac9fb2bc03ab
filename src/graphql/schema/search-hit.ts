import type { MatchedField as MatchedFieldView } from '../../search/matched.js';
import { builder } from './builder.js';
import { emptyField } from './datahub-only.js';
import { nonNull } from './kit.js';
import { optionalReference, reference } from './reference.js';

export interface HitView {
  readonly urn: string;
  matchedFields(): Promise<readonly MatchedFieldView[]>;
}

export const MatchedField = builder.objectRef<MatchedFieldView>('MatchedField').implement({
  description: 'A field of an entity that matches the search.',
  fields: (t) => ({
    name: t.exposeString('name', nonNull('The name of the field, such as `fieldTags`.')),
    value: t.exposeString('value', nonNull('The value, such as a tag or a field path.')),
    entity: t.field(
      optionalReference('The entity that the value refers to, such as a tag.', ({ urn }) => urn),
    ),
  }),
});

export const SearchInsight = builder.objectRef<never>('SearchInsight').implement({
  description: 'In DataHub, a remark on a result. Never returned.',
  fields: (t) => ({
    text: t.string({ nullable: false, description: 'The remark.', resolve: () => '' }),
    icon: t.string({ description: 'The URL of a picture.', resolve: () => null }),
  }),
});

const ExtraProperty = builder.objectRef<never>('ExtraProperty').implement({
  description: "A field that DataHub Cloud's `fetchExtraFields` requests. Never returned.",
  fields: (t) => ({
    name: t.string({ nullable: false, description: 'The name.', resolve: () => '' }),
    value: t.string({ nullable: false, description: 'The value.', resolve: () => '' }),
  }),
});

export type HitFieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, HitView>;

/** The fields of results of all searches. */
export const hitFields = (t: HitFieldBuilder) => ({
  entity: t.field(
    reference(
      'The entity. Read from the database only if more than `urn` and `type` is selected.',
      ({ urn }) => urn,
    ),
  ),
  matchedFields: t.field({
    ...nonNull('The fields in which the entity matches the search.', [MatchedField]),
    resolve: async (hit, _, { answer }, info) =>
      answer.addList(await hit.matchedFields(), info, { uncounted: true }),
  }),
  insights: t.field({
    type: [SearchInsight],
    ...emptyField,
    description: 'Always empty.',
    deprecationReason: `${emptyField.deprecationReason} Use \`matchedFields\`.`,
    resolve: () => [],
  }),
});

export const SearchResult = builder.objectRef<HitView>('SearchResult').implement({
  description: 'A matching entity.',
  fields: (t) => ({
    ...hitFields(t),
    extraProperties: t.field({
      type: [ExtraProperty],
      ...emptyField,
      description: 'Always empty.',
      deprecationReason: `${emptyField.deprecationReason} Use \`entity\`.`,
      resolve: () => [],
    }),
  }),
});
