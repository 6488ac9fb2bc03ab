import type { ComponentChildren } from 'preact';
import { dayName } from '../../model/days.js';
import { counted, listed } from '../../model/text.js';
import { Ref } from '../entity/entity-link.js';
import { ChangeText } from '../history/change-text.js';
import { findEntity, findName, Strong, type Told, texts, typeText } from './told.js';

type Tell = (told: Told) => ComponentChildren;

const subject = ({ event: { subjectUrn }, named }: Told) =>
  subjectUrn === null ? null : <Ref entity={findEntity(subjectUrn, named)} />;

/** The name in the detail; without it, what the URN says. */
const named = ({ event, detail, named: known }: Told) => (
  <Strong>{`${detail.name ?? findName(event.subjectUrn ?? '', known)}`}</Strong>
);

/** For whom it was done, as in " of Jane". */
const of = ({ event: { actedForUrn }, named: known }: Told) =>
  actedForUrn === null ? null : (
    <>
      {' '}
      of <Ref entity={findEntity(actedForUrn, known)} />
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
  (before: string, after = ''): Tell =>
  (told) => (
    <>
      {before} {named(told)}
      {of(told)}
      {after}
      {told.detail.reason !== undefined && `: ${told.detail.reason}`}
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
        {verb}{' '}
        {urns.length === 1 ? <Ref entity={findEntity(urns[0]!, known)} /> : counted(urns.length, 'member')}{' '}
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

const asText = (value: unknown) => (typeof value === 'string' ? value : null);

/** The sentence of the history. */
function change({ event: { subjectUrn }, detail, named: known }: Told): ComponentChildren {
  const modifier = asText(detail.modifier);
  const told = {
    entity: findEntity(subjectUrn ?? '', known),
    fieldPath: asText(detail.fieldPath),
    category: `${detail.category}`,
    operation: `${detail.operation}`,
    modifier,
    modifierEntity: modifier === null ? null : findEntity(modifier, known),
  };
  return <ChangeText changes={[told]} showsEntity />;
}

/** What each type of event says after the name of the actor. */
const sentences: Readonly<Record<string, Tell>> = {
  CreateAccessTokenEvent: onNamed('created the token'),
  RevokeAccessTokenEvent: onNamed('revoked the token'),
  RotateAccessTokenEvent: onNamed('rotated the token'),
  WithdrawAccessTokenEvent: onNamed('suspended the token', ', because a user who holds it is suspended'),
  RestoreAccessTokenEvent: onNamed('restored the token', ', because no user who holds it is suspended'),
  TakeOverAccessTokenEvent: onNamed('took over the token'),
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
  DisableWebhookEvent: onNamed('disabled the webhook'),
  PauseWebhookEvent: onNamed('paused the webhook'),
  ResumeWebhookEvent: onNamed('resumed the webhook'),
  TakeOverWebhookEvent: onNamed('took over the webhook'),
  UpdateWebhookEvent: onNamed('changed the webhook'),
  RotateWebhookSecretEvent: onNamed('rotated the secret of the webhook'),
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
  UpdateAspectEvent: change,
};

/** What the event says, without its actor. A type of a later build is shown by its name. */
export const sentence = (told: Told): ComponentChildren =>
  sentences[told.event.type]?.(told) ?? (
    <>
      {typeText(told.event.type).toLowerCase()} {subject(told)}
    </>
  );
