import { graphql } from '../../../client/documents.js';
import { mutate } from '../../api/request.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { say } from '../../kit/messages.js';
import { isServiceAccount } from '../../model/urn.js';
import { WhatEnds } from './what-ends.js';

const deletePerson = graphql(`
  mutation DeleteUser($urn: String!) {
    removeUser(urn: $urn)
  }
`);

const deleteAccount = graphql(`
  mutation DeleteServiceAccount($urn: String!) {
    deleteServiceAccount(urn: $urn)
  }
`);

interface DeleteUserProps {
  urn: string;
  name: string;
  onClose(): void;
  onDeleted?(): void;
}

/** Deletes a person or a service account, after it has said what ends with it. */
export function DeleteUser({ urn, name, onClose, onDeleted }: DeleteUserProps) {
  return (
    <FormDialog
      title={`Delete ${name}?`}
      submit="Delete"
      isDanger
      onClose={onClose}
      onSubmit={async () => {
        const options = {
          onWarnings: (texts: readonly string[]) => {
            for (const text of texts) say(text);
          },
        };
        await (isServiceAccount(urn)
          ? mutate(deleteAccount, { urn }, options)
          : mutate(deletePerson, { urn }, options));
        say(`${name} is deleted.`);
        onDeleted?.();
      }}
    >
      <p>
        The following end as well. This cannot be undone. A new user with the same id gets none of them back.
      </p>
      <WhatEnds urn={urn} />
    </FormDialog>
  );
}
