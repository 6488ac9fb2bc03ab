import { useSignal } from '@preact/signals';
import { type Described, describe, ingestedHint, shownText } from '../../../edits/describe.js';
import { FormDialog } from '../../../kit/form-dialog.js';
import { ProseEditor } from '../../../kit/prose-editor.js';

interface DescribeColumnsProps {
  /** As in "email" or "2 columns". */
  name: string;
  columns: readonly Described[];
  onClose(): void;
}

/** Describes columns. Several get the same description. */
export function DescribeColumns({ name, columns, onClose }: DescribeColumnsProps) {
  const texts = new Set(columns.map(shownText));
  const [one] = columns.length === 1 ? columns : [];
  const text = useSignal(texts.size === 1 ? [...texts][0]! : '');
  return (
    <FormDialog
      title={`Describe ${name}`}
      about={texts.size > 1 && `This replaces ${texts.size} different descriptions.`}
      isWide
      submit="Save"
      onClose={onClose}
      onSubmit={() => describe(columns, name, text.value)}
    >
      <ProseEditor text={text} hint={ingestedHint(one?.ingested ?? '')} />
    </FormDialog>
  );
}
