import type { ComponentChildren } from 'preact';
import { Avatar } from '../../kit/marks.js';
import { exactTime } from '../../kit/time.js';
import { shownName } from '../entity/entity-link.js';
import type { Act, Change } from './change.js';
import { ChangeText } from './change-text.js';
import './history.css';

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

interface ChangeLineProps {
  act: Act;
  /** Whether the sentence names the entity, because the page is not about it. */
  showsEntity?: boolean;
  /** At the end: the button that takes it back, or what has become of it. */
  children?: ComponentChildren;
}

/** One act of the history: who did what to what, when and how, and the texts that went and came. */
export function ChangeLine({ act, showsEntity = false, children }: ChangeLineProps) {
  const change = act.changes[0];
  const { actor, time, runId } = change;
  const name = shownName(actor);
  return (
    <li class="event">
      <Avatar urn={actor.urn} name={name} isLarge />
      <div>
        <span>
          <strong dir="auto" title={actor.urn}>
            {name}
          </strong>{' '}
          <ChangeText changes={act.changes} showsEntity={showsEntity} />
        </span>
        <br />
        <small>
          <time dateTime={new Date(time).toISOString()} title={exactTime(time)}>
            {clock.format(time)}
          </time>
          {runId && runId !== 'no-run-id-provided' && (
            <>
              {' '}
              · Ingestion run <span dir="auto">{runId}</span>
            </>
          )}
        </small>
      </div>
      <span>{children}</span>
      <Texts change={change} count={act.changes.length} />
    </li>
  );
}

/** What went and what came, where both are for people to read. */
function Texts({ change, count }: { change: Change; count: number }) {
  const { category, operation, from, to, modifier } = change;
  const isText =
    category === 'DOCUMENTATION' || category === 'PROPERTIES' || category === 'STRUCTURED_PROPERTY';
  const isOneType = category === 'TECHNICAL_SCHEMA' && operation === 'MODIFY' && count === 1;
  const isNote = category === 'DEPRECATION' && to !== null && to !== 'DEPRECATED';
  if (!isText && !isOneType && !isNote) return null;
  if (from === null && to === null)
    return modifier === null ? <p class="quote">The text is too long to be shown here.</p> : null;
  const { before, removed, added, after } = difference(
    isNote && from === 'DEPRECATED' ? '' : (from ?? ''),
    to ?? '',
  );
  return (
    <p class="quote" dir="auto">
      {before}
      {removed && <del>{removed}</del>}
      {removed && added && ' '}
      {added && <ins>{added}</ins>}
      {after}
    </p>
  );
}

/** The end of what is the same, what went, what came, and the beginning of what is the same after it. */
interface Difference {
  readonly before: string;
  readonly removed: string;
  readonly added: string;
  readonly after: string;
}

/** Characters that are shown of each part. */
const shownLength = 240;
const contextLength = 80;

/** Words, and the white space between them. */
const words = (text: string) => text.split(/(\s+)/u);
const cutEnd = (text: string, length: number) =>
  text.length > length ? `${[...text].slice(0, length).join('')}…` : text;
const cutStart = (text: string, length: number) =>
  text.length > length ? `…${[...text].slice(-length).join('')}` : text;

/** Compares two texts by words. Parts that are the same within the difference are shown as changed. */
function difference(from: string, to: string): Difference {
  const [old, now] = [words(from), words(to)];
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < least - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return {
    before: cutStart(old.slice(0, start).join(''), contextLength),
    removed: cutEnd(old.slice(start, old.length - end).join(''), shownLength),
    added: cutEnd(now.slice(start, now.length - end).join(''), shownLength),
    after: cutEnd(old.slice(old.length - end).join(''), contextLength),
  };
}
