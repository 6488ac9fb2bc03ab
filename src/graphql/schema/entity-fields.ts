import type { Deprecation as DeprecationView, Entity } from '../../entities/views.js';
import { builder, type Context } from './builder.js';
import { DataPlatform, DataPlatformInstance } from './data-platform.js';
import { relationshipsField } from './relationships.js';

type SchemaTypes = typeof builder.$inferSchemaTypes;
/** `t` in the fields of an entity that is not a tag. */
export type EntityFieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Entity>;

const SubTypes = builder.objectRef<readonly string[]>('SubTypes').implement({
  description: 'What an entity is called in its platform: Table, View, Schema …',
  fields: (t) => ({
    typeNames: t.stringList({ description: 'The names.', resolve: (names) => [...names] }),
  }),
});

const Deprecation = builder.objectRef<DeprecationView>('Deprecation').implement({
  description: 'Whether people should stop using an entity, and why.',
  fields: (t) => ({
    deprecated: t.exposeBoolean('deprecated', { nullable: false, description: 'Whether it is deprecated.' }),
    note: t.exposeString('note', { description: 'Why, and what to use instead.' }),
  }),
});

/** Fields of every entity that is not a tag. Each but `relationships` is null before it is first written. */
export const entityFields = (t: EntityFieldBuilder) => ({
  subTypes: t.field({
    type: SubTypes,
    description: 'What the platform calls it: Table, View, Schema …',
    resolve: async (entity, _, { services, answer }, info) => {
      const names = await services.entities.subTypes(entity);
      if (names) answer.addTexts(names, info);
      return names;
    },
  }),
  dataPlatformInstance: t.field({
    type: DataPlatformInstance,
    description: 'The instance of the platform that it is in.',
    resolve: async (entity, _, { services }) => {
      const urn = await services.entities.platformInstance(entity);
      return urn === null ? null : { urn };
    },
  }),
  deprecation: t.field({
    type: Deprecation,
    description: 'Whether it is deprecated, and why.',
    resolve: async (entity, _, { services, answer }, info) => {
      const deprecation = await services.entities.deprecation(entity);
      if (deprecation?.note) answer.addTexts([deprecation.note], info);
      return deprecation;
    },
  }),
  lastIngested: t.field({
    type: 'Long',
    description: 'When an ingestion run last wrote about it, in milliseconds since the epoch.',
    resolve: (entity, _, { services }) => services.entities.lastIngested(entity),
  }),
  relationships: relationshipsField(t),
});

/** The options of the platform of an entity whose URN need not name one. */
export const platformField = {
  type: DataPlatform,
  nullable: false,
  description: 'The system that it is in; `urn:li:dataPlatform:unknown` when nothing names one.',
  resolve: async (entity: Entity, _: object, { services }: Context) => ({
    urn: await services.entities.platform(entity),
  }),
} as const;
