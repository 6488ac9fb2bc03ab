import type { ComponentChildren } from 'preact';
import { entityName } from '../../../client/named-entity.js';
import { Avatar } from '../../kit/marks.js';
import { exactTime } from '../../kit/time.js';
import { systemUser } from '../../model/urn.js';
import type { Act, Change } from './change.js';
import { ChangeText } from './change-text.js';
import { difference } from './difference.js';

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

export const actorName = ({ actor }: Change): string =>
  actor.urn === systemUser ? 'System' : entityName(actor);

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
  const name = actorName(change);
  return (
    <li class="event">
      <Avatar urn={actor.urn} name={name} isLarge />
      <div>
        <span>
          <strong dir="auto" title={actor.urn}>
            {name}
          </strong>{' '}
          <ChangeText act={act} showsEntity={showsEntity} />
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
