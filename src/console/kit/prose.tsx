import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentProps, ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { TextButton } from './button.js';
import { Marked } from './highlight.js';
import type { Markdown } from './markdown.js';

type Props = ComponentProps<typeof Markdown>;

const loaded = signal<{ readonly Part: ComponentType<Props> } | null>(null);

/** Loads the parser once. Until then, and if it can't be loaded, texts are shown as they were written. */
const load = () =>
  import('./markdown.js').then(
    ({ Markdown }) => {
      loaded.value ??= { Part: Markdown };
    },
    () => undefined,
  );

/** A description as people wrote it, in markdown. */
function Rendered(props: Props) {
  useEffect(() => {
    load();
  }, []);
  if (loaded.value) return <loaded.value.Part {...props} />;
  const text = <Marked text={props.text} words={props.words ?? []} />;
  return props.isInline ? text : <p class="plain-text">{text}</p>;
}

/** A description in its full length. */
export const Prose = (props: Props) => (
  <div class="prose" dir="auto">
    <Rendered {...props} />
  </div>
);

interface FoldedProseProps {
  text: string;
  /** Beside the button that shows all. */
  children?: ComponentChildren;
}

/** A description of which the first lines are shown. The others follow on demand, or when the focus gets to them. */
export function FoldedProse({ text, children }: FoldedProseProps) {
  const isOpen = useSignal(false);
  const isLong = useSignal(false);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const measure = () => {
      if (!isOpen.value) isLong.value = box.current!.scrollHeight > box.current!.clientHeight + 1;
    };
    const observer = new ResizeObserver(measure);
    for (const element of [box.current!, box.current!.firstElementChild!]) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <div
        ref={box}
        class={isOpen.value ? undefined : isLong.value ? 'fold long' : 'fold'}
        onFocusIn={() => (isOpen.value = true)}
      >
        <Prose text={text} />
      </div>
      <div class="row">
        {isLong.value && (
          <TextButton aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
            {isOpen.value ? 'Show less' : 'Show all'}
          </TextButton>
        )}
        {children}
      </div>
    </>
  );
}

/** A longer text, even of one line, may not fit two lines of a table. */
const shortMax = 80;
/** As much of a text as a folded cell can show. */
const cellMax = 300;

/** A description in a cell: two lines, and all of it on demand. */
export function CellProse({ text, words = [] }: { text: string; words?: readonly string[] }) {
  const isOpen = useSignal(false);
  const isLong = text.length > shortMax || text.trim().includes('\n');
  return (
    <>
      {isOpen.value ? (
        <Prose text={text} words={words} />
      ) : (
        <span class="clamp" dir="auto">
          <Rendered text={text.slice(0, cellMax)} isInline words={words} />
        </span>
      )}
      {isLong && (
        <TextButton aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
          {isOpen.value ? 'Show less' : 'Show all'}
        </TextButton>
      )}
    </>
  );
}
