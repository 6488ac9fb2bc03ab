import type { ComponentChildren } from 'preact';
import { dayName } from '../../model/days.js';
import { counted, listed } from '../../model/text.js';
import { changeSentence } from './change-sentence.js';
import { nameOf, Ref, Strong, type Told, texts } from './told.js';
import { typeText } from './type-text.js';

type Tell = (told: Told) => ComponentChildren;

const subject = ({ event: { subjectUrn }, named }: Told) =>
  subjectUrn === null ? null : <Ref urn={subjectUrn} named={named} />;

/** The name in the detail; without it, what the URN says. */
const named = ({ event, detail, named: known }: Told) => (
  <Strong>{`${detail.name ?? nameOf(event.subjectUrn ?? '', known)}`}</Strong>
);

/** For whom it was done, as in " of Jane". */
const of = ({ event: { actedForUrn }, named: known }: Told, word = 'of') =>
  actedForUrn === null ? null : (
    <>
      {' '}
      {word} <Ref urn={actedForUrn} named={known} />
    </>
  );

const token =
  (verb: string, after = ''): Tell =>
  (told) => (
    <>
      {verb} the token {named(told)}
      {of(told)}
      {after}
    </>
  );

const onSubject =
  (before: string): Tell =>
  (told) => (
    <>
      {before} {subject(told)}
    </>
  );

const onNamed =
  (before: string): Tell =>
  (told) => (
    <>
      {before} {named(told)}
    </>
  );

const statusVerbs: Readonly<Record<string, string>> = {
  ACTIVE: 'activated',
  SUSPENDED: 'suspended',
  REMOVED: 'removed',
};

/** As in "suspended the user Jane" and "changed the title of the user Jane". */
const changedPerson =
  (kind: string): Tell =>
  (told) => {
    const { status, statusBefore, changed } = told.detail;
    const words = texts(changed).map((name) => typeText(name).toLowerCase());
    const verb =
      statusBefore === undefined ? undefined : (statusVerbs[`${status}`] ?? 'changed the status of');
    return (
      <>
        {verb ?? `changed the ${words.length > 0 ? listed(words) : 'profile'} of`} the {kind} {subject(told)}
      </>
    );
  };

const members =
  (verb: string, preposition: string): Tell =>
  (told) => {
    const { detail, named: known } = told;
    const urns = detail.member === undefined ? texts(detail.members) : [`${detail.member}`];
    return (
      <>
        {verb} {urns.length === 1 ? <Ref urn={urns[0]!} named={known} /> : counted(urns.length, 'member')}{' '}
        {preposition} the group {subject(told)}
      </>
    );
  };

/** What a policy gained and lost, as in ": added 2 privileges, removed 1 user". */
function policyChanges({ detail }: Told): string {
  const nouns = { privileges: 'privilege', users: 'user', groups: 'group', resources: 'resource' };
  const parts = (verb: string) =>
    Object.entries(nouns).flatMap(([name, noun]) => {
      const { length } = texts(detail[`${name}${verb}`]);
      return length > 0 ? [`${verb.toLowerCase()} ${counted(length, noun)}`] : [];
    });
  const state = detail.stateBefore === undefined ? [] : [`now ${`${detail.state}`.toLowerCase()}`];
  const all = [...state, ...parts('Added'), ...parts('Removed')];
  return all.length > 0 ? `: ${all.join(', ')}` : '';
}

/** As in "(invalid token, 3 times)". */
const refusals = ({ detail }: Told) =>
  typeof detail.reasons === 'object' && detail.reasons !== null
    ? Object.entries(detail.reasons).map(([reason, count]) => `${reason} (${count})`)
    : [];

/** What each type of event says after the name of the actor. */
const sentences: Readonly<Record<string, Tell>> = {
  CreateAccessTokenEvent: token('created'),
  RevokeAccessTokenEvent: token('revoked'),
  RotateAccessTokenEvent: token('rotated'),
  WithdrawAccessTokenEvent: token('suspended', ', because a user who holds it is suspended'),
  RestoreAccessTokenEvent: token('restored', ', because no user who holds it is suspended'),
  TakeOverAccessTokenEvent: token('took over'),
  CreateUserEvent: onSubject('created the user'),
  UpdateUserEvent: changedPerson('user'),
  DeleteUserEvent: onSubject('deleted the user'),
  CreateGroupEvent: onSubject('created the group'),
  UpdateGroupEvent: changedPerson('group'),
  DeleteGroupEvent: onSubject('deleted the group'),
  AddGroupMemberEvent: members('added', 'to'),
  RemoveGroupMemberEvent: members('removed', 'from'),
  CreatePolicyEvent: onNamed('created the policy'),
  UpdatePolicyEvent: (told) => (
    <>
      changed the policy {named(told)}
      {policyChanges(told)}
    </>
  ),
  DeletePolicyEvent: onNamed('deleted the policy'),
  DeleteEntityEvent: (told) => (
    <>
      deleted {subject(told)}
      {Number(told.detail.tagged) > 0 && `, which ${counted(Number(told.detail.tagged), 'place')} had`}
    </>
  ),
  DeleteAspectEvent: (told) => (
    <>
      deleted the aspect <code>{told.event.aspectName}</code> of {subject(told)}
    </>
  ),
  DeleteReferencesEvent: (told) => (
    <>
      removed the references to {subject(told)} from {counted(Number(told.detail.aspects ?? 0), 'aspect')}
    </>
  ),
  DeleteTimeseriesEvent: (told) => (
    <>
      deleted {counted(Number(told.detail.timeseriesEvents ?? 0), 'event')}{' '}
      {told.event.aspectName && <code>{told.event.aspectName}</code>} of {subject(told)}
    </>
  ),
  TruncateEvent: (told) => (
    <>
      started to delete the events of <code>{told.event.subjectUrn}</code>
      {typeof told.detail.endTimeMillis === 'number' && ` up to ${dayName(told.detail.endTimeMillis)}`}
    </>
  ),
  CancelTruncateEvent: (told) => (
    <>
      canceled the deletion of the events of <code>{told.event.subjectUrn}</code>
    </>
  ),
  CreateWebhookEvent: onNamed('created the webhook'),
  EnableWebhookEvent: onNamed('enabled the webhook'),
  DisableWebhookEvent: (told) => (
    <>
      disabled the webhook {named(told)}
      {told.detail.reason !== undefined && `: ${told.detail.reason}`}
    </>
  ),
  PauseWebhookEvent: (told) => (
    <>
      paused the webhook {named(told)}
      {told.detail.reason !== undefined && `: ${told.detail.reason}`}
    </>
  ),
  ResumeWebhookEvent: onNamed('resumed the webhook'),
  TakeOverWebhookEvent: onNamed('took over the webhook'),
  DeleteWebhookEvent: onNamed('deleted the webhook'),
  LogInEvent: ({ detail }) => (detail.signInLink ? 'signed in with a one-time link' : 'signed in'),
  LogOutEvent: ({ detail }) =>
    detail.sessions === undefined ? 'signed out' : `ended ${counted(Number(detail.sessions), 'session')}`,
  FailedLogInEvent: (told) => (
    <>
      <Strong>{counted(Number(told.detail.count ?? 1), 'request')}</Strong>
      {told.event.address && ` from ${told.event.address}`} failed to authenticate: {listed(refusals(told))}
    </>
  ),
  CreateEntityEvent: onSubject('created'),
  UpdateAspectEvent: (told) => changeSentence(told, subject(told)),
};

/** What the event says, without its actor. A type of a later build is shown by its name. */
export const sentence = (told: Told): ComponentChildren =>
  sentences[told.event.type]?.(told) ?? (
    <>
      {typeText(told.event.type).toLowerCase()} {subject(told)}
    </>
  );
