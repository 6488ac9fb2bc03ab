import { deletePolicy as remove, updatePolicy } from '../../../client/policy.js';
import { mutate } from '../../api/request.js';
import { Badge } from '../../kit/marks.js';
import { Menu } from '../../kit/menu.js';
import { say, sayFailure } from '../../kit/messages.js';
import { Notice, notDone } from '../../kit/notice.js';
import type { DialogState } from '../../kit/use-dialog.js';
import { asRequestError } from '../../model/request-error.js';
import type { Policy } from './policy.js';
import { PolicyForm } from './policy-form.js';
import { readPolicy, samePolicy } from './policy-input.js';
import { Privileges } from './privileges.js';
import { readScope } from './scope.js';
import { Grant, Sentence } from './sentence.js';
import './policies.css';

interface PolicyItemProps {
  policy: Policy;
  dialog: DialogState;
}

const stateTexts = { ACTIVE: 'Active', DRAFT: 'Draft', INACTIVE: 'Inactive' };

/** A policy below those whom it concerns: what they may do, and the name of the policy. */
export function PolicyItem({ policy, dialog }: PolicyItemProps) {
  const { urn, name, description, state, editable, privilegesWithoutEffect } = policy;
  const reason = whyFixed(policy);
  const isActive = state === 'ACTIVE';
  return (
    <li class={isActive ? 'policy' : 'policy off'} aria-label={name}>
      <p>
        <Grant policy={policy} />
      </p>
      <small>
        {!isActive && <Badge>{stateTexts[state]}</Badge>}
        <bdi title={urn}>{name}</bdi>
        {description && (
          <span class="faint" dir="auto">
            · {description}
          </span>
        )}
        {hasOtherActors(policy) && (
          <span>· Its roles and resource owners are stored, but get no privileges here.</span>
        )}
      </small>
      <Menu
        label={`Actions for ${name}`}
        items={[
          reason === null && {
            text: 'Edit',
            icon: 'pencil',
            onChoose: () => dialog.open((close) => <PolicyForm policy={policy} onClose={close} />),
          },
          reason === null && {
            text: 'Duplicate',
            icon: 'copy',
            onChoose: () => dialog.open((close) => <PolicyForm policy={policy} isCopy onClose={close} />),
          },
          reason === null && {
            text: isActive ? 'Deactivate' : 'Activate',
            icon: isActive ? 'stop' : 'ok',
            onChoose: () => setState(policy, isActive ? 'INACTIVE' : 'ACTIVE'),
          },
          editable && {
            text: 'Delete …',
            icon: 'trash',
            isDanger: true,
            isApart: true,
            onChoose: () => deletePolicy(dialog, policy),
          },
        ]}
      />
      {privilegesWithoutEffect.length > 0 && (
        <small>
          Kept without effect: <Privileges names={privilegesWithoutEffect} />
        </small>
      )}
      {reason && <Notice kind="warn">{reason}</Notice>}
    </li>
  );
}

async function setState({ urn, name }: Policy, state: Policy['state']): Promise<void> {
  const set = (policy: Policy, next: Policy['state']) =>
    mutate(updatePolicy, { urn, input: { ...samePolicy(policy), state: next }, basedOn: policy.revision });
  try {
    const before = await readPolicy(urn);
    await set(before, state);
    // Undo is based on what this change has left, so that it is refused after another change.
    const left = await readPolicy(urn).catch(() => null);
    const undo = left?.state === state ? () => set(left, before.state) : undefined;
    say(`${name} is ${stateTexts[state].toLowerCase()}`, undo);
  } catch (error) {
    sayFailure(notDone(`${name} is not changed.`, asRequestError(error)));
  }
}

const hasOtherActors = ({ actors: { roles, resourceOwners, resourceOwnersTypes } }: Policy) =>
  resourceOwners || Boolean(roles?.length) || Boolean(resourceOwnersTypes?.length);

/** Says why the form must not change a policy; null when it can. */
function whyFixed({ editable, type, resources }: Policy): string | null {
  if (!editable) return 'This policy cannot be edited here. Its aspect dataHubPolicyInfo can be written.';
  const scope = readScope(resources);
  if (typeof scope !== 'string') return null;
  const effect =
    type === 'METADATA' && !scope.startsWith('two criteria') ? ' Therefore it covers no entities.' : '';
  return `It has ${scope}.${effect} The form does not support this, so the policy cannot be edited here. Its aspect dataHubPolicyInfo can be written.`;
}

const deletePolicy = ({ ask }: DialogState, policy: Policy) =>
  ask({
    title: `Delete ${policy.name}?`,
    submit: 'Delete',
    onSubmit: () => mutate(remove, { urn: policy.urn }),
    done: `The policy ${policy.name} is deleted.`,
    children: (
      <>
        <p>From the next request on, the following no longer applies, unless another policy grants it:</p>
        <Sentence policy={policy} />
      </>
    ),
  });
