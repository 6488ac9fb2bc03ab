import { Notice } from '../../kit/notice.js';
import type { DialogState } from '../../kit/use-dialog.js';
import { DeletePolicy } from './delete-policy.js';
import type { Policy } from './policy.js';
import { PolicyForm } from './policy-form.js';
import { Privileges } from './privileges.js';
import { readScope } from './scope.js';
import { Sentence } from './sentence.js';

interface PolicyBoxProps {
  policy: Policy;
  dialog: DialogState;
}

const stateTexts = { ACTIVE: 'active', DRAFT: 'draft', INACTIVE: 'inactive' };

export function PolicyBox({ policy, dialog }: PolicyBoxProps) {
  const { urn, name, description, state, editable, privilegesWithoutEffect } = policy;
  const reason = whyFixed(policy);
  return (
    <section class="box stack policy" aria-label={name}>
      <div class="row apart">
        <div class="row">
          <h2 title={urn}>{name}</h2>
          <span class={`state ${state === 'ACTIVE' ? 'good' : 'warn'}`}>{stateTexts[state]}</span>
        </div>
        <div class="row">
          {reason === null && (
            <button
              type="button"
              aria-label={`Edit ${name}`}
              onClick={() => dialog.open((close) => <PolicyForm policy={policy} onClose={close} />)}
            >
              Edit
            </button>
          )}
          {editable && (
            <button
              type="button"
              class="danger"
              aria-label={`Delete ${name}`}
              onClick={() => dialog.open((close) => <DeletePolicy policy={policy} onClose={close} />)}
            >
              Delete
            </button>
          )}
        </div>
      </div>
      <Sentence policy={policy} />
      {description && <p class="soft">{description}</p>}
      {privilegesWithoutEffect.length > 0 && (
        <div class="row soft">
          Kept without effect: <Privileges names={privilegesWithoutEffect} />
        </div>
      )}
      {hasOtherActors(policy) && (
        <p class="soft">Its roles and resource owners are stored, but get no privileges here.</p>
      )}
      {reason && <Notice kind="warning">{reason}</Notice>}
    </section>
  );
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
