import { useSignal } from '@preact/signals';
import { graphql } from '../../../client/documents.js';
import { mutate } from '../../api/request.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { TextArea } from '../../kit/text-area.js';
import type { Place } from './change-tags.js';

const update = graphql(`
  mutation Describe($input: DescriptionUpdateInput!) {
    updateDescription(input: $input)
  }
`);

interface DescribeProps {
  /** The name of the entity or column, as in "orders". */
  name: string;
  place: Place;
  /** The edited description; empty if there is none. */
  edited: string;
  /** The ingested description, which is shown when there is no edited one. */
  ingested: string;
  onClose(): void;
  /** Called with the new description, for the parts of the page that are not loaded again. */
  onDone?(description: string): void;
}

/** A dialog that changes what people say about an entity or a column. */
export function Describe({ name, place, edited, ingested, onClose, onDone }: DescribeProps) {
  const text = useSignal(edited || ingested);
  return (
    <FormDialog
      title={`Describe ${name}`}
      submit="Save"
      needs={place.subResource ? 'EDIT_DATASET_COL_DESCRIPTION' : 'EDIT_ENTITY_DOCS'}
      onClose={onClose}
      onSubmit={async () => {
        // A text that equals the ingested one is not stored, so that the next ingestion can change it.
        const description = text.value === ingested ? '' : text.value;
        if (description !== edited) await mutate(update, { input: { ...place, description } });
        onDone?.(description);
      }}
    >
      <TextArea
        label="Description"
        hint={ingested === '' ? '' : 'If empty, the ingested description is shown.'}
        maxLength={10_000}
        text={text}
      />
    </FormDialog>
  );
}
