import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Prose } from './prose.js';
import { TextArea } from './text-area.js';

interface ProseEditorProps {
  text: Signal<string>;
  hint?: string;
  /** Whether the field gets the focus at first. A dialog gives it by itself. */
  hasFocus?: boolean;
}

/** The service stores no longer description. */
const maxLength = 10_000;

/** A description in a field, and how it will look. */
export function ProseEditor({ text, hint, hasFocus = false }: ProseEditorProps) {
  const isPreview = useSignal(false);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (hasFocus) box.current!.querySelector('textarea')!.focus();
  }, []);
  return (
    <div class="stack tight" ref={box}>
      <div class="seg" role="group" aria-label="View">
        {[false, true].map((value) => (
          <button
            key={`${value}`}
            type="button"
            aria-pressed={isPreview.value === value}
            onClick={() => (isPreview.value = value)}
          >
            {value ? 'Preview' : 'Write'}
          </button>
        ))}
      </div>
      {isPreview.value ? (
        <div class="preview" role="group" aria-label="Preview">
          {text.value === '' ? <p class="soft">Nothing to preview.</p> : <Prose text={text.value} />}
        </div>
      ) : (
        <TextArea
          label="Description"
          hint={['Markdown.', hint].filter(Boolean).join(' ')}
          rows={8}
          maxLength={maxLength}
          text={text}
        />
      )}
    </div>
  );
}
