import { z } from 'zod';

/** The shapes of the aspects that have models of their own. Fields that these don't name are kept as they came. */
const text = z.string().nullish();
const association = z.looseObject({ tag: z.string() });
const globalTags = z.looseObject({ tags: z.array(association) });

export const aspectShapes = {
  globalTags,
  tagProperties: z.looseObject({ name: z.string(), description: text, colorHex: text }),
  editableSchemaMetadata: z.looseObject({
    editableSchemaFieldInfo: z
      .array(
        z.looseObject({ fieldPath: z.string().min(1), description: text, globalTags: globalTags.nullish() }),
      )
      .default([]),
  }),
  schemaMetadata: z.looseObject({
    fields: z.array(
      z.looseObject({
        fieldPath: z.string().min(1),
        nullable: z.boolean().default(false),
        description: text,
        type: z.looseObject({ type: z.record(z.string(), z.unknown()) }),
        nativeDataType: z.string(),
        globalTags: globalTags.nullish(),
      }),
    ),
  }),
  datasetProperties: z.looseObject({ name: text, description: text }),
  containerProperties: z.looseObject({ name: z.string(), description: text }),
  container: z.looseObject({ container: z.string() }),
  status: z.looseObject({ removed: z.boolean().default(false) }),
} as const;

export type ModelledAspect = keyof typeof aspectShapes;
export type AspectValue<Name extends ModelledAspect> = z.output<(typeof aspectShapes)[Name]>;
