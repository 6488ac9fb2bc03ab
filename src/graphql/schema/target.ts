import { givenPath } from '../../columns/input.js';
import { builder, type InputFieldBuilder } from './builder.js';
import { required } from './kit.js';

const SubResourceType = builder.enumType('SubResourceType', {
  description: 'A kind of part of an entity.',
  values: { DATASET_FIELD: { description: 'A column of a dataset.' } } as const,
});

/** The fields of an input that name an entity, or a column of a dataset. */
export const targetFields = (t: InputFieldBuilder, resource: string) => ({
  resourceUrn: t.string({ required: true, description: resource }),
  subResourceType: t.field({
    type: SubResourceType,
    description: 'DATASET_FIELD, together with `subResource`.',
  }),
  subResource: t.string({
    description: 'The field path of the column, simple or of version 2.',
    validate: { schema: givenPath },
  }),
});

/** One of several entities and columns to change. */
export const ResourceRefInput = builder.inputType('ResourceRefInput', {
  description: 'An entity, or a column of a dataset.',
  fields: (t) => targetFields(t, 'The entity; for a column, its dataset.'),
});

/** The member of an input that names them. */
export const resources = (description: string) => required(description, [ResourceRefInput]);
