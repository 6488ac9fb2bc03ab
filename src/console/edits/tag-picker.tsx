import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../kit/button.js';
import { useCombobox } from '../kit/combobox.js';
import { Icon } from '../kit/icon.js';
import { refusal } from '../kit/notice.js';
import { usePopover } from '../kit/popover.js';
import { links } from '../model/links.js';
import type { ShownTag } from '../model/listed-entity.js';
import { numberText } from '../model/numbers.js';
import { asRequestError } from '../model/request-error.js';
import { createTag } from './find-tags.js';
import { countPresent, isNew, type Marks, type TagEdit, toEdit, toggle } from './picked.js';
import { markOf, useChoices } from './tag-choices.js';
import { TagOptions } from './tag-options.js';

interface PickProps {
  /** As in "Tags of orders". */
  label: string;
  /** Of the tags that are there, as in "On orders". */
  heading: string;
  /** The tags of each thing that is changed. Undefined: they are being loaded. */
  tagsOf: readonly (readonly ShownTag[])[] | undefined;
  /** The number of things that are changed, if their tags are not all known. */
  total?: number;
  /** Whether tags are only removed: a check removes one. */
  isRemoval?: boolean;
  /** Called once with all that was checked. New tags have been created. */
  onApply(edit: TagEdit): void;
}

/** What the button that opens the picker needs. */
interface OpenerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly popovertarget: string;
  readonly 'aria-haspopup': 'dialog';
}

type TagPickerProps = PickProps & {
  /** Called when it opens, to load the tags. */
  onOpen?(): void;
  /** The button. */
  children(opener: OpenerProps): ComponentChildren;
};

/**
 * Chooses tags for one or several things in a popover. Nothing changes before it is applied, with its button or with
 * Ctrl-Enter. Escape and a click outside drop what was checked.
 */
export function TagPicker({ onOpen, children, ...props }: TagPickerProps) {
  const id = useId();
  const isOpen = useSignal(false);
  const { opener, popover, close } = usePopover<HTMLDivElement>((open) => {
    isOpen.value = open;
    if (open) onOpen?.();
  });
  return (
    <>
      {children({ ref: opener, popovertarget: id, 'aria-haspopup': 'dialog' })}
      <div ref={popover} id={id} class="pop pick" popover="auto" role="dialog" aria-label={props.label}>
        {isOpen.value && <Picking {...props} close={close} />}
      </div>
    </>
  );
}

function Picking(props: PickProps & { close(): void }) {
  const { heading, tagsOf, total = tagsOf?.length ?? 0, isRemoval = false, onApply, close } = props;
  const field = useRef<HTMLInputElement>(null);
  const text = useSignal('');
  const marks = useSignal<Marks>(new Map());
  const at = useSignal(-1);
  const failure = useSignal('');
  const isBusy = useSignal(false);
  /** Keys that were typed faster than the service answers, for the best match. */
  const early = useSignal<'check' | 'apply' | null>(null);
  /** New tags by what stands for their URN: after a failure, the next attempt does not create them again. */
  const created = useRef(new Map<string, ShownTag>());
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => field.current!.focus(), []);
  const of = { heading, present: countPresent(tagsOf ?? []), total, isRemoval, marks };
  const choices = useChoices(text.value.trim(), of);
  const all = choices.groups.flatMap((group) => group.choices);
  // Enter checks the best match, but nothing before a text is typed or an arrow is used.
  const isBest = at.value < 0 && text.value.trim() !== '';
  const active = isBest && choices.isCurrent ? 0 : at.value;
  const label = isRemoval ? 'Filter tags' : 'Filter or create tags';
  const combobox = useCombobox({ label, count: all.length, at: active, isExpanded: true });

  const check = (index: number) => {
    const choice = all[index];
    if (!choice) return;
    marks.value = toggle(marks.value, choice.tag, markOf(of, choice.tag));
    at.value = index;
  };
  useEffect(() => {
    const wanted = early.value;
    if (wanted === null || !choices.isCurrent) return;
    early.value = null;
    check(0);
    if (wanted === 'apply') apply();
  }, [choices.isCurrent, early.value]);
  async function apply() {
    if (early.value !== null) early.value = 'apply';
    if (isBusy.value || early.value !== null) return;
    isBusy.value = true;
    try {
      const { added, removed } = toEdit(marks.value);
      const tags: ShownTag[] = [];
      for (const tag of added) {
        const existing = created.current.get(tag.urn) ?? (isNew(tag) ? await createTag(tag.name) : tag);
        created.current.set(tag.urn, existing);
        tags.push(existing);
        // It was closed in the meantime, which drops what was checked.
        if (!box.current) return;
      }
      close();
      if (marks.value.size > 0) onApply(isRemoval ? { added: [], removed: tags } : { added: tags, removed });
    } catch (error) {
      failure.value = refusal(asRequestError(error));
    } finally {
      isBusy.value = false;
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    const next = combobox.follow(event.key);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) apply();
    else if (event.key === 'Enter' && isBest && !choices.isCurrent)
      early.value = choices.failure ? null : 'check';
    else if (event.key === 'Enter') check(active);
    else if (next !== undefined) at.value = next;
    else return;
    event.preventDefault();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the popover, wherever the focus is in it.
    <div
      ref={box}
      onKeyDown={(event) => {
        if (event.target !== field.current && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          apply();
        }
      }}
    >
      <div class="top-of">
        <span class="with">
          <Icon name="search" />
          <input
            ref={field}
            {...combobox.input}
            placeholder={label}
            maxLength={255}
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value;
              at.value = -1;
              early.value = null;
            }}
            onKeyDown={onKeyDown}
          />
        </span>
      </div>
      <TagOptions groups={choices.groups} combobox={combobox} onCheck={check} />
      {tagsOf === undefined && (
        <p class="hints" role="status">
          Reading the tags …
        </p>
      )}
      {tagsOf !== undefined && choices.isCurrent && all.length === 0 && (
        <p class="hints" role="status">
          {text.value.trim() === '' && isRemoval ? 'No tags that can be removed' : 'No tags match'}
        </p>
      )}
      {(failure.value || choices.failure) && (
        <p class="hints bad" role="alert">
          {failure.value || choices.failure}
        </p>
      )}
      <div class="hints">
        <span>
          <kbd>↵</kbd> check
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>↵</kbd> apply
        </span>
        <span class="push">
          {marks.value.size > 0 ? (
            <Button kind="primary" size="small" isDisabled={isBusy.value} onClick={apply}>
              {isRemoval ? 'Remove' : 'Apply'}
              {total > 1 && `${isRemoval ? ' from' : ' to'} ${numberText(total)}`}
            </Button>
          ) : (
            <a href={links.tags}>All tags</a>
          )}
        </span>
      </div>
    </div>
  );
}
