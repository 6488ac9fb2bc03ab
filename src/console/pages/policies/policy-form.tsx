import { useSignal } from '@preact/signals';
import { createPolicy, updatePolicy } from '../../../client/policy.js';
import { mutate } from '../../api/request.js';
import { CheckBoxes } from '../../kit/check-box.js';
import { Choice, TextField } from '../../kit/field.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { say } from '../../kit/messages.js';
import { SavedWarnings } from '../../kit/saved-warnings.js';
import { TextArea } from '../../kit/text-area.js';
import {
  entityPrivileges,
  platformPrivileges,
  privilegeName,
  readPrivileges,
} from '../../model/privileges.js';
import { RequestError } from '../../model/request-error.js';
import type { Policy } from './policy.js';
import { ActorFields, useActors } from './policy-actors.js';
import type { PolicyInput } from './policy-input.js';
import { ScopeFields, useScope } from './policy-scope.js';

/** @throws RequestError which says what to do about the change of another person */
function explain(error: unknown): never {
  if (!/was changed since it was read/.test(`${error}`)) throw error;
  throw new RequestError(
    'It was changed since this form was opened. Copy what you typed, and open the form again.',
    'CONFLICT',
  );
}

const states = [
  ['ACTIVE', 'Active'],
  ['DRAFT', 'Draft: grants nothing yet'],
  ['INACTIVE', 'Inactive: grants nothing'],
] as const;

const types = [
  ['METADATA', 'entities'],
  ['PLATFORM', 'the service'],
] as const;

interface PolicyFormProps {
  /** Absent: a new one. Otherwise one that the form has a place for all of. */
  policy?: Policy;
  /** Whether the form creates another policy like it. */
  isCopy?: boolean;
  onClose(): void;
}

export function PolicyForm({ policy, isCopy = false, onClose }: PolicyFormProps) {
  const isNew = policy === undefined || isCopy;
  const name = useSignal(policy ? (isCopy ? `Copy of ${policy.name}` : policy.name) : '');
  const description = useSignal(policy?.description ?? '');
  const state = useSignal<PolicyInput['state']>(isCopy ? 'DRAFT' : (policy?.state ?? 'ACTIVE'));
  const type = useSignal<PolicyInput['type']>(policy?.type ?? 'METADATA');
  const stored = readPrivileges(policy?.privileges ?? []);
  const privileges = useSignal(stored);
  const actors = useActors(policy);
  const scope = useScope(policy);

  const offered = type.value === 'METADATA' ? entityPrivileges : platformPrivileges;
  const others = stored.filter((one) => !offered.includes(one));
  const granted = privileges.value.filter((one) => offered.includes(one) || others.includes(one));
  const hasScope = type.value === 'PLATFORM' || scope.isReady;

  async function send() {
    const input: PolicyInput = {
      name: name.value.trim(),
      description: description.value.trim(),
      state: state.value,
      type: type.value,
      privileges: granted,
      actors: actors.input(),
      resources: scope.input(type.value),
    };
    let warnings: readonly string[] = [];
    const options = { onWarnings: (texts: readonly string[]) => (warnings = texts) };
    const urn = isNew
      ? (await mutate(createPolicy, { input }, options)).createPolicy!
      : (
          await mutate(updatePolicy, { urn: policy.urn, input, basedOn: policy.revision }, options).catch(
            explain,
          )
        ).updatePolicy!;
    const about = `${urn}: `;
    const own = warnings.flatMap((text) => (text.startsWith(about) ? [text.slice(about.length)] : []));
    if (own.length === 0) return say(`The policy ${input.name} is ${isNew ? 'created' : 'changed'}.`);
    return (
      <SavedWarnings
        title={`${input.name} is saved, but grants less than it says`}
        warnings={own}
        onClose={onClose}
      />
    );
  }

  return (
    <FormDialog
      title={isNew ? 'Create a policy' : `Edit ${policy.name}`}
      isWide
      submit={isNew ? 'Create' : 'Save'}
      isReady={name.value.trim() !== '' && granted.length > 0 && actors.isReady && hasScope}
      onClose={onClose}
      onSubmit={send}
    >
      <TextField label="Name" required maxLength={255} text={name} />
      <TextArea label="Description (optional)" rows={2} text={description} />
      <Choice
        label="State"
        options={states}
        value={state.value}
        onChange={(value) => (state.value = value)}
      />
      <h3>Who</h3>
      <ActorFields actors={actors} />
      <h3>May</h3>
      <Choice
        label="Privileges over"
        options={types}
        value={type.value}
        onChange={(value) => (type.value = value)}
      />
      <CheckBoxes
        legend="Privileges"
        options={offered.map((one) => [one, privilegeName(one)] as const)}
        chosen={privileges}
      />
      {others.length > 0 && (
        <CheckBoxes
          legend="Kept without effect"
          options={others.map((one) => [one, privilegeName(one)] as const)}
          chosen={privileges}
        />
      )}
      {type.value === 'METADATA' && (
        <>
          <h3>On</h3>
          <ScopeFields scope={scope} />
        </>
      )}
      {!(actors.isReady && granted.length > 0 && hasScope) && (
        <p class="soft">
          Still missing:{' '}
          {[
            !actors.isReady && 'a user or a group',
            granted.length === 0 && 'a privilege',
            !hasScope && 'the entities that the policy covers',
          ]
            .filter(Boolean)
            .join(', ')}
          .
        </p>
      )}
    </FormDialog>
  );
}
