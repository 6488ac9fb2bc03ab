import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Prose } from './prose.js';
import { Segments } from './segments.js';
import { TextArea } from './text-area.js';

interface ProseEditorProps {
  text: Signal<string>;
  hint?: string;
  /** Whether the field gets the focus at first. A dialog gives it by itself. */
  hasFocus?: boolean;
}

/** The service stores no longer description. */
const maxLength = 10_000;

const views = [
  ['write', 'Write'],
  ['preview', 'Preview'],
] as const;

/** A description in a field, and how it will look. */
export function ProseEditor({ text, hint, hasFocus = false }: ProseEditorProps) {
  const view = useSignal<(typeof views)[number][0]>('write');
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (hasFocus) box.current!.querySelector('textarea')!.focus();
  }, []);
  return (
    <div class="stack tight" ref={box}>
      <Segments label="View" options={views} value={view.value} onChange={(value) => (view.value = value)} />
      {view.value === 'preview' ? (
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
