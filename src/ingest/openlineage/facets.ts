import { z } from 'zod';
import { boundedArray } from '../../input/bounded-input.js';
import { facetName, list, members, name, runId, text, time } from './fields.js';
import { fieldsMax, inputFieldsMax, listedMax } from './limits.js';

/** The facets that the catalog reads. All others are ignored, whatever is in them. */

const documentation = z.object({ description: text.nullish() });
const ownership = z.object({ owners: list(z.object({ name: facetName, type: text.nullish() }), listedMax) });
const tags = z.object({ tags: list(z.object({ key: facetName, field: text.nullish() }), listedMax) });

export const jobFacets = z.object({
  documentation: documentation.nullish(),
  jobType: z
    .object({ processingType: text.nullish(), integration: text.nullish(), jobType: text.nullish() })
    .nullish(),
  ownership: ownership.nullish(),
  sourceCodeLocation: z.object({ url: text.nullish(), repoUrl: text.nullish() }).nullish(),
  sql: z.object({ query: text.nullish() }).nullish(),
  tags: tags.nullish(),
});

export const runFacets = z.object({
  errorMessage: z
    .object({
      message: text.nullish(),
      programmingLanguage: text.nullish(),
      stackTrace: text.nullish(),
    })
    .nullish(),
  externalQuery: z.object({ externalQueryId: text.nullish(), source: text.nullish() }).nullish(),
  nominalTime: z.object({ nominalStartTime: time.nullish(), nominalEndTime: time.nullish() }).nullish(),
  parent: z
    .object({
      _producer: text.nullish(),
      run: z.object({ runId }),
      job: z.object({ namespace: name, name }),
    })
    .nullish(),
  processing_engine: z
    .object({
      name: text.nullish(),
      version: text.nullish(),
      openlineageAdapterVersion: text.nullish(),
    })
    .nullish(),
});

export interface SchemaField {
  readonly name: string;
  readonly type?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly fields?: readonly SchemaField[] | null | undefined;
}

const schemaField: z.ZodType<SchemaField> = z.lazy(() =>
  z.object({
    name: facetName,
    type: text.nullish(),
    description: text.nullish(),
    fields: boundedArray(schemaField, fieldsMax).nullish(),
  }),
);

const inputField = z.object({
  namespace: name,
  name,
  field: facetName,
  transformations: list(z.object({ type: text.nullish(), subtype: text.nullish() }), listedMax),
});
export type InputField = z.output<typeof inputField>;

/** How one column of an output was made, in `columnLineage.fields`. */
export const columnInputs = z.object({
  inputFields: list(inputField, inputFieldsMax),
  transformationType: text.nullish(),
});

export const datasetFacets = z.object({
  columnLineage: z
    .object({ fields: members(fieldsMax), dataset: list(inputField, inputFieldsMax) })
    .nullish(),
  documentation: documentation.nullish(),
  lifecycleStateChange: z.object({ lifecycleStateChange: text.nullish() }).nullish(),
  ownership: ownership.nullish(),
  schema: z.object({ fields: list(schemaField, fieldsMax) }).nullish(),
  symlinks: z
    .object({ identifiers: list(z.object({ namespace: name, name, type: text.nullish() }), listedMax) })
    .nullish(),
  tags: tags.nullish(),
});

export type JobFacets = z.output<typeof jobFacets>;
export type RunFacets = z.output<typeof runFacets>;
export type DatasetFacets = z.output<typeof datasetFacets>;
