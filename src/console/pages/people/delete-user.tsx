import { request } from '../../api/request.js';
import { graphql } from '../../api/schema.js';
import { FormDialog } from '../../ui/action.js';
import { say } from '../../ui/messages.js';
import { isServiceAccount, needsOf } from './person.js';
import { WhatEnds } from './what-ends.js';

const removePerson = graphql(`
  mutation RemoveUser($urn: String!) {
    removeUser(urn: $urn)
  }
`);

const deleteAccount = graphql(`
  mutation DeleteServiceAccount($urn: String!) {
    deleteServiceAccount(urn: $urn)
  }
`);

interface RemoveUserProps {
  urn: string;
  name: string;
  onClose(): void;
  onRemoved(): void;
}

/** Removes a person or a service account, after it has said what ends with it. */
export function RemoveUser({ urn, name, onClose, onRemoved }: RemoveUserProps) {
  const isAccount = isServiceAccount(urn);
  return (
    <FormDialog
      title={`${isAccount ? 'Delete' : 'Remove'} ${name}?`}
      submit={isAccount ? 'Delete' : 'Remove'}
      isDanger
      needs={needsOf(urn)}
      onClose={onClose}
      onSubmit={async () => {
        await (isAccount ? request(deleteAccount, { urn }) : request(removePerson, { urn }));
        say(`${name} is ${isAccount ? 'deleted' : 'removed'}.`);
        onRemoved();
      }}
    >
      <p>These end, too. This cannot be undone, and the same id made again has none of them.</p>
      <WhatEnds urn={urn} />
    </FormDialog>
  );
}
