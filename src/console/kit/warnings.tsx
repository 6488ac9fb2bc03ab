import { signal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { Notice } from './notice.js';

/** The component that shows each warning. Several answers on a page can have the same one, which is shown once. */
const shownBy = signal<ReadonlyMap<string, string>>(new Map());

export function Warnings({ texts }: { texts: readonly string[] }) {
  const id = useId();
  useEffect(() => {
    const claimed = texts.filter((text) => !shownBy.peek().has(text));
    if (claimed.length === 0) return;
    shownBy.value = new Map([...shownBy.peek(), ...claimed.map((text) => [text, id] as const)]);
    return () => {
      shownBy.value = new Map([...shownBy.peek()].filter(([, owner]) => owner !== id));
    };
  }, [texts]);
  return (
    <>
      {texts
        .filter((text) => (shownBy.value.get(text) ?? id) === id)
        .map((text) => (
          <Notice key={text} kind="warn">
            {text}
          </Notice>
        ))}
    </>
  );
}
