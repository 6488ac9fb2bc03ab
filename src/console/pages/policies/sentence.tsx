import type { ComponentChildren } from 'preact';
import { entityName } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { entityTypeName } from '../../../datahub/entity-types.js';
import { typeNames } from '../../model/entity-types.js';
import {
  entityPrivileges,
  platformPrivileges,
  privilegeName,
  readPrivileges,
} from '../../model/privileges.js';
import type { Policy } from './policy.js';
import { isEverything, readScope, type Scope } from './scope.js';

const shown = 6;

/** Says what a policy grants, in one sentence. */
export function Sentence({ policy }: { policy: Policy }) {
  const { state } = policy;
  const isActive = state === 'ACTIVE';
  return (
    <p>
      {!isActive && `${state === 'DRAFT' ? 'A draft' : 'Inactive'}: it grants nothing. Once it is active, `}
      <Who policy={policy} isFirst={isActive} /> <Grant policy={policy} isFirst={false} />
    </p>
  );
}

/** The sentence without those whom it concerns, as in "May Edit Tags on all datasets." */
export function Grant({ policy, isFirst = true }: { policy: Policy; isFirst?: boolean }) {
  const { type, privileges, privilegesWithoutEffect, resources } = policy;
  const granted = readPrivileges(privileges.filter((name) => !privilegesWithoutEffect.includes(name)));
  const scope = readScope(resources);
  return (
    <>
      {isFirst ? 'May' : 'may'}{' '}
      {granted.length === 0 ? (
        'do nothing by it'
      ) : (
        <Privileges names={granted} all={type === 'METADATA' ? entityPrivileges : platformPrivileges} />
      )}
      {type === 'METADATA' && granted.length > 0 && (
        <> on {typeof scope === 'string' ? 'nothing' : <Where scope={scope} />}</>
      )}
      .
    </>
  );
}

function Who({ policy: { actors }, isFirst }: { policy: Policy; isFirst: boolean }) {
  const { users, groups, allUsers, allGroups, resolvedUsers, resolvedGroups } = actors;
  const resolved = [...(resolvedUsers ?? []), ...(resolvedGroups ?? [])];
  const names = new Map(resolved.map((actor) => [actor.urn, entityName(actor)]));
  const missing = new Set([
    ...(resolvedUsers ?? []).filter(({ status }) => status === null).map(({ urn }) => urn),
    ...(resolvedGroups ?? []).filter(({ properties }) => properties === null).map(({ urn }) => urn),
  ]);
  const named = (urn: string, before = '') => (
    <>
      {before}
      <strong title={urn}>{names.get(urn) ?? urnName(urn)}</strong>
      {missing.has(urn) && <span class="warn"> (does not exist)</span>}
    </>
  );
  if (allUsers) return <strong>{isFirst ? 'Everyone' : 'everyone'}</strong>;
  const parts = [
    ...(users ?? []).map((urn) => named(urn)),
    ...(groups ?? []).map((urn, index) =>
      named(urn, isFirst && index === 0 && !users?.length ? 'The group ' : 'the group '),
    ),
    ...(allGroups
      ? [<strong>{isFirst && !users?.length && !groups?.length ? 'The' : 'the'} members of any group</strong>]
      : []),
  ];
  return parts.length === 0 ? <strong>{isFirst ? 'No one' : 'no one'}</strong> : <List parts={parts} />;
}

function Privileges({ names, all }: { names: readonly string[]; all: readonly string[] }) {
  const texts = names.map(privilegeName);
  if (all.every((name) => names.includes(name)))
    return (
      <>
        use <strong title={texts.join(', ')}>all {names.length} privileges</strong>
      </>
    );
  return (
    <List
      max={names.length}
      parts={names.map((name) => <strong title={name}>{privilegeName(name)}</strong>)}
    />
  );
}

function Where({ scope }: { scope: Scope }) {
  const { types, urns, prefixes, containers } = scope;
  if (isEverything(scope)) return <>all entities</>;
  const some = <Value extends object | string>(values: readonly Value[], text: (value: Value) => string) => (
    <List
      and=" or "
      parts={values.map((value) => (
        <strong title={typeof value === 'string' ? value : undefined}>{text(value)}</strong>
      ))}
    />
  );
  const label = ({ label }: { label: string }) => label;
  return (
    <>
      {urns ? some(urns, label) : 'all '}
      {types ? (
        <>
          {urns && ' that are '}
          <List parts={types.map((type) => typeNames(entityTypeName(type)).toLowerCase())} />
        </>
      ) : (
        !urns && 'entities'
      )}
      {containers && <> in the container {some(containers, label)}</>}
      {prefixes && (
        <>
          {' '}
          whose URN begins with{' '}
          <List and=" or " parts={prefixes.map((text) => <code class="code-inline">{text}</code>)} />
        </>
      )}
    </>
  );
}

interface ListProps {
  parts: readonly ComponentChildren[];
  and?: string;
  max?: number;
}

/** A list as a sentence has it: "a, b and c". */
function List({ parts, and = ' and ', max = shown }: ListProps) {
  if (parts.length === 0) return <>nothing</>;
  const first = parts.slice(0, max);
  const all = parts.length > max ? [...first, `${parts.length - max} more`] : first;
  return (
    <>
      {all.map((part, index) => (
        <span key={index}>
          {index > 0 && (index === all.length - 1 ? and : ', ')}
          {part}
        </span>
      ))}
    </>
  );
}
