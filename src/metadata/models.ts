import { z } from 'zod';
import { isObject, type Json } from '../core/lossless-json.js';
import { parseContainerUrn, parseTagUrn } from '../core/urn.js';

/** What a check of the domain refuses is an issue at its place in the aspect. */
const checked = (check: (value: string) => unknown) =>
  z.string().superRefine((value, context) => {
    try {
      check(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
    }
  });

const text = z.string().nullish();
/** Whatever its members are: they are not looked at, however many there are. */
export const members = z.custom<Json>(isObject, 'Invalid input: expected record');
/** It stands in an index beside two URNs, and an index's entry has room for 2,704 bytes. */
const fieldPath = z
  .string()
  .min(1)
  .refine((path) => Buffer.byteLength(path) <= 1_500, 'is longer than 1,500 bytes');
const globalTags = z.looseObject({
  tags: z.array(z.looseObject({ tag: checked((urn) => parseTagUrn(urn)) })),
});

/** The shapes of the aspects that are known here. Fields that these don't name are kept as they came. */
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
  container: z.looseObject({ container: checked((urn) => parseContainerUrn(urn)) }),
  status: z.looseObject({ removed: z.boolean().optional() }),
} as const;

export type ModelledAspect = keyof typeof aspectShapes;
export type AspectValue<Name extends ModelledAspect> = z.output<(typeof aspectShapes)[Name]>;

export const isModelled = (name: string): name is ModelledAspect => Object.hasOwn(aspectShapes, name);

/** The aspects that one type of entity alone has. */
export const homes: Readonly<Partial<Record<ModelledAspect, string>>> = {
  tagProperties: 'tag',
  editableSchemaMetadata: 'dataset',
  schemaMetadata: 'dataset',
  datasetProperties: 'dataset',
  containerProperties: 'container',
};

/** One aspect of one entity, checked against its shape. */
export interface AspectUpsert {
  readonly urn: string;
  readonly entityType: string;
  readonly name: string;
  readonly value: Readonly<Json>;
  /** The value as it came; kept to the letter where the aspect has no model of its own. */
  readonly text?: string | undefined;
  readonly systemMetadata?: string | null;
}
