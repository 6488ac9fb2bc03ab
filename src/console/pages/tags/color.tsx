import type { Signal } from '@preact/signals';
import { CheckBox } from '../../kit/check-box.js';
import { TextField } from '../../kit/field.js';

/** The first colour of the browser's picker. */
const first = '#0b7285';

/** Chooses a colour, or none as long as none was written: the API has no operation that clears it. */
export function ColorField({ color, isFixed }: { color: Signal<string>; isFixed: boolean }) {
  const hasColor = color.value !== '';
  return (
    <div class="row">
      {!isFixed && (
        <CheckBox checked={hasColor} onChange={(isChecked) => (color.value = isChecked ? first : '')}>
          with a colour
        </CheckBox>
      )}
      {hasColor && <TextField label="Colour" type="color" text={color} />}
    </div>
  );
}

/** The form that the API takes. */
export const isColor = (text: string | null | undefined): text is string =>
  /^#[0-9a-f]{6}$/i.test(text ?? '');
