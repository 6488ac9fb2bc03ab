import { z } from 'zod';
import { isObject, type Json } from '../core/lossless-json.js';
import { parseContainerUrn, parseTagUrn } from '../core/urn.js';
import { policyInfo } from './policies/model.js';

/** Turns what a parser of core/ throws into a zod issue. */
export const parsedBy = (check: (value: string) => unknown) =>
  z.string().superRefine((value, context) => {
    try {
      check(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
    }
  });

export const text = z.string().nullish();
/** An object with any members, which are not checked. */
export const members = z.custom<Json>(isObject, 'must be an object');
/** Limited by PostgreSQL's index entries of 2,704 bytes, which have two URNs of up to 512 bytes each besides. */
const fieldPath = z
  .string()
  .min(1)
  .refine((path) => Buffer.byteLength(path) <= 1_500, 'is longer than 1,500 bytes');
const globalTags = z.looseObject({
  tags: z.array(z.looseObject({ tag: parsedBy((urn) => parseTagUrn(urn)) })),
});

/** The models of the aspects that GraphQL shows or other code reads. Fields that they do not name are kept unchanged. */
export const aspectShapes = {
  globalTags,
  tagProperties: z.looseObject({ name: z.string(), description: text, colorHex: text }),
  editableSchemaMetadata: z.looseObject({
    editableSchemaFieldInfo: z
      .array(z.looseObject({ fieldPath, description: text, globalTags: globalTags.nullish() }))
      .optional(),
  }),
  schemaMetadata: z.looseObject({
    fields: z.array(
      z.looseObject({
        fieldPath,
        nullable: z.boolean().optional(),
        description: text,
        type: z.looseObject({ type: members }),
        nativeDataType: z.string(),
        globalTags: globalTags.nullish(),
      }),
    ),
  }),
  datasetProperties: z.looseObject({ name: text, description: text }),
  containerProperties: z.looseObject({ name: z.string(), description: text }),
  container: z.looseObject({ container: parsedBy((urn) => parseContainerUrn(urn)) }),
  status: z.looseObject({ removed: z.boolean().optional() }),
  dataHubPolicyInfo: policyInfo,
} as const;

export type ModelledAspect = keyof typeof aspectShapes;
export type AspectValue<Name extends ModelledAspect> = z.output<(typeof aspectShapes)[Name]>;

/** On entities of other types, the aspect of policies is ordinary metadata. */
export const isModelled = (name: string, entityType: string): name is ModelledAspect =>
  Object.hasOwn(aspectShapes, name) && (name !== 'dataHubPolicyInfo' || entityType === 'dataHubPolicy');

/** Aspects that only some types of entities have. */
export const entityTypesByAspect: Readonly<Partial<Record<ModelledAspect, readonly string[]>>> = {
  tagProperties: ['tag'],
  editableSchemaMetadata: ['dataset'],
  schemaMetadata: ['dataset', 'glossaryTerm'],
  datasetProperties: ['dataset'],
  containerProperties: ['container'],
};

/** Which aspect of which entity. */
export interface AspectKey {
  readonly urn: string;
  readonly name: string;
}

/** One aspect of one entity, checked against its model. */
export interface AspectUpsert {
  readonly urn: string;
  readonly entityType: string;
  readonly name: string;
  readonly value: Readonly<Json>;
  /** The JSON text that the client sent. It is stored unchanged if no table has columns for the aspect. */
  readonly text?: string | undefined;
  readonly systemMetadata?: string | null;
}
