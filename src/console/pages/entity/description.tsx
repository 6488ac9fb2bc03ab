import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { type Described, describe, ingestedHint, shownText } from '../../edits/describe.js';
import { Button } from '../../kit/button.js';
import { Failure } from '../../kit/notice.js';
import { usePageKey } from '../../kit/page-keys.js';
import { FoldedProse, Prose } from '../../kit/prose.js';
import { ProseEditor } from '../../kit/prose-editor.js';
import { useAction } from '../../kit/use-action.js';

interface DescriptionProps extends Described {
  name: string;
  mayEdit: boolean;
}

/** The description of an entity, the edited one or else the ingested one, which is edited where it stands. */
export function Description({ name, mayEdit, ...described }: DescriptionProps) {
  const { edited, ingested } = described;
  const isEditing = useSignal(false);
  const section = useRef<HTMLElement>(null);
  const text = shownText(described);
  const open = () => (isEditing.value = true);
  usePageKey('e', 'Edit the description', mayEdit && !isEditing.value && open);
  if (isEditing.value)
    return (
      <Editor
        name={name}
        described={described}
        onClose={() => {
          isEditing.value = false;
          // The button is drawn again before it gets the focus.
          requestAnimationFrame(() => section.current?.querySelector<HTMLElement>('.btn')?.focus());
        }}
      />
    );
  const button = mayEdit && (
    <Button kind="plain" size="small" icon="pencil" title="Edit the description (e)" onClick={open}>
      {text === '' ? 'Add a description' : 'Edit'}
    </Button>
  );
  return (
    <section ref={section} class="about" aria-label="Description">
      {text === '' ? (
        <>
          <p class="soft">No description yet.</p>
          {button}
        </>
      ) : (
        <FoldedProse key={text} text={text}>
          {button}
        </FoldedProse>
      )}
      {edited !== '' && ingested !== '' && edited !== ingested && (
        <details>
          <summary class="soft small">Ingested description</summary>
          <Prose text={ingested} />
        </details>
      )}
    </section>
  );
}

interface EditorProps {
  name: string;
  described: Described;
  onClose(): void;
}

function Editor({ name, described, onClose }: EditorProps) {
  const text = useSignal(shownText(described));
  const action = useAction();
  const form = useRef<HTMLFormElement>(null);
  const save = () =>
    action.run(async () => {
      await describe([described], name, text.value);
      onClose();
    });
  return (
    <form
      ref={form}
      class="about stack tight"
      aria-label={`Description of ${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        // A text that was changed is not lost by one key.
        if (event.key === 'Escape' && text.value === shownText(described)) onClose();
        else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current!.requestSubmit();
        else return;
        event.preventDefault();
      }}
    >
      <ProseEditor text={text} hint={ingestedHint(described.ingested)} hasFocus />
      {action.error && <Failure error={action.error} />}
      <div class="row">
        <Button type="submit" kind="primary" isDisabled={action.isRunning}>
          {action.isRunning ? 'Saving …' : 'Save'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
