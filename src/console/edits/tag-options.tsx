import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../kit/icon.js';
import { Tag } from '../kit/tag.js';
import type { Choice } from './picked.js';
import { type ChoiceGroup, isOffer } from './tag-choices.js';

interface TagOptionsProps {
  id: string;
  groups: readonly ChoiceGroup[];
  /** The index of the one that Enter checks. */
  at: number;
  onCheck(index: number): void;
}

/** The list of the tag picker. Its keys are those of the box above it. */
export function TagOptions({ id, groups, at, onCheck }: TagOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector('.at')?.scrollIntoView({ block: 'nearest' }), [at]);
  let count = 0;
  return (
    <div ref={list} class="options" id={id} role="listbox" aria-label="Tags" aria-multiselectable="true">
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
              <Option
                key={choice.tag.urn}
                id={`${id}-${first + index}`}
                choice={choice}
                isActive={first + index === at}
                onCheck={() => onCheck(first + index)}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

interface OptionProps {
  id: string;
  choice: Choice;
  isActive: boolean;
  onCheck(): void;
}

function Option({ id, choice, isActive, onCheck }: OptionProps) {
  const { tag, mark, hint } = choice;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-checked={mark === 'some' ? 'mixed' : mark === 'all'}
      class={isActive ? 'at' : undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onCheck}
    >
      {isOffer(choice) ? (
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
      )}
    </div>
  );
}
