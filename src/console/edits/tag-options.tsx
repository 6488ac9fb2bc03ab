import type { Combobox } from '../kit/combobox.js';
import { Icon } from '../kit/icon.js';
import { Tag } from '../kit/tag.js';
import type { Choice } from './picked.js';
import { type ChoiceGroup, isOffer } from './tag-choices.js';

interface TagOptionsProps {
  groups: readonly ChoiceGroup[];
  combobox: Combobox;
  onCheck(index: number): void;
}

/** The list of the tag picker. Its keys are those of the box above it. */
export function TagOptions({ groups, combobox: { list, option }, onCheck }: TagOptionsProps) {
  let count = 0;
  return (
    <div {...list} role="listbox" aria-label="Tags" aria-multiselectable="true">
      {groups.map(({ heading, choices }) => {
        const first = count;
        count += choices.length;
        const isLast = choices.some(isOffer) && groups.length > 1;
        return (
          <div
            key={heading ?? choices[0]?.tag.urn}
            class={isLast ? 'line' : undefined}
            role="group"
            aria-label={heading ?? (choices.some(isOffer) ? 'Create' : 'Found')}
          >
            {heading && (
              <b aria-hidden="true" dir="auto">
                {heading}
              </b>
            )}
            {choices.map((choice, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box.
              <div
                key={choice.tag.urn}
                role="option"
                tabIndex={-1}
                {...option(first + index)}
                aria-checked={choice.mark === 'some' ? 'mixed' : choice.mark === 'all'}
                onClick={() => onCheck(first + index)}
              >
                <Shown choice={choice} />
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}

function Shown({ choice }: { choice: Choice }) {
  const { tag, mark, hint } = choice;
  return isOffer(choice) ? (
    <>
      <Icon name="plus" />
      <span class="cut">
        Create tag “<bdi>{tag.name}</bdi>”
      </span>
    </>
  ) : (
    <>
      <span class="box">
        <Icon name={mark === 'some' ? 'minus' : 'check'} />
      </span>
      <Tag tag={tag} isLink={false} />
      {hint && <small>{hint}</small>}
    </>
  );
}
