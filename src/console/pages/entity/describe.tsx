import { useSignal } from '@preact/signals';
import { graphql } from '../../../client/documents.js';
import { mutate } from '../../api/request.js';
import { FormDialog } from '../../kit/action.js';
import { TextArea } from '../../kit/text-area.js';
import type { Place } from './change-tags.js';

const update = graphql(`
  mutation Describe($input: DescriptionUpdateInput!) {
    updateDescription(input: $input)
  }
`);

interface DescribeProps {
  /** What is described, as in "orders". */
  name: string;
  place: Place;
  /** What people wrote before; empty for nothing. */
  edited: string;
  /** What was ingested, which shows when people write nothing. */
  ingested: string;
  onClose(): void;
  /** What shows the description besides what is loaded again. */
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
        // The same text as ingested stands for itself, and follows what is ingested next.
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
