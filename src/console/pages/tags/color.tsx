import type { Signal } from '@preact/signals';
import { TextField } from '../../kit/field.js';
import { hue, hues } from '../../kit/hues.js';
import { Tag } from '../../kit/tag.js';
import './tags.css';

interface ColorFieldProps {
  /** As in "#e5484d"; empty: none. */
  color: Signal<string>;
  /** Of the tag that shows the colour. */
  name: string;
  /** Whether the tag has a colour: the API has no operation that clears it. */
  isFixed?: boolean;
}

/** Chooses a colour: one of twelve, any other by its number, or none. */
export function ColorField({ color, name, isFixed = false }: ColorFieldProps) {
  const text = color.value.trim();
  const problem =
    text === '' || isColor(text) ? '' : 'Write it as # and six hexadecimal digits, as in #3b82f6.';
  return (
    <>
      <fieldset class="field">
        <legend>Colour</legend>
        <div class="swatches">
          {Object.entries(hues).map(([label, hex]) => (
            <Swatch key={label} label={label} hex={hex} color={color} />
          ))}
          {!isFixed && <Swatch label="none" hex="" color={color} />}
        </div>
      </fieldset>
      <TextField
        label="Another colour"
        placeholder="#3b82f6"
        isMono
        maxLength={7}
        autocomplete="off"
        spellcheck={false}
        problem={problem}
        text={color}
      />
      <p class="row soft small">
        It will look like this:{' '}
        <Tag
          tag={{
            urn: '',
            name: name.trim() || 'Tag',
            colorHex: isColor(text) ? text : null,
          }}
          isLink={false}
        />
      </p>
    </>
  );
}

const Swatch = ({ label, hex, color }: { label: string; hex: string; color: Signal<string> }) => (
  <label class="swatch" style={hue(hex)} title={label}>
    <input
      type="radio"
      name="colour"
      aria-label={label}
      checked={color.value.toLowerCase() === hex}
      onChange={() => (color.value = hex)}
    />
  </label>
);

/** The form that the API takes. */
export const isColor = (text: string | null | undefined): text is string =>
  /^#[0-9a-f]{6}$/i.test(text ?? '');

/** Whether the API takes what a person has chosen. @param old the colour that the tag has; empty: none */
export const isChosen = (text: string, old = ''): boolean =>
  isColor(text.trim()) || (text.trim() === '' && old === '');
