import type { Signal } from '@preact/signals';
import { Field } from '../../kit/field.js';

/** What the browser's picker begins with. */
const first = '#0b7285';

/** Chooses a colour, or none as long as none was written: the API has no operation that clears it. */
export function ColorField({ color, isFixed }: { color: Signal<string>; isFixed: boolean }) {
  const hasColor = color.value !== '';
  return (
    <div class="row">
      {!isFixed && (
        <label>
          <input
            type="checkbox"
            checked={hasColor}
            onChange={() => {
              color.value = hasColor ? '' : first;
            }}
          />{' '}
          with a colour
        </label>
      )}
      {hasColor && (
        <Field label="Colour">
          {(control) => (
            <input
              {...control}
              type="color"
              value={color.value}
              onInput={(event) => {
                color.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
      )}
    </div>
  );
}

/** The form that the API takes. */
export const isColor = (text: string | null | undefined): text is string =>
  /^#[0-9a-f]{6}$/i.test(text ?? '');
