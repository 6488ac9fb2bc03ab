import { graphql } from '../../../client/documents.js';
import { mutate } from '../../api/request.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { say } from '../../kit/messages.js';
import type { Policy } from './policy.js';
import { Sentence } from './sentence.js';

const remove = graphql(`
  mutation DeletePolicy($urn: String!) {
    deletePolicy(urn: $urn)
  }
`);

export function DeletePolicy({ policy, onClose }: { policy: Policy; onClose(): void }) {
  return (
    <FormDialog
      title={`Delete ${policy.name}?`}
      submit="Delete"
      isDanger
      onClose={onClose}
      onSubmit={async () => {
        await mutate(remove, { urn: policy.urn });
        say(`The policy ${policy.name} is deleted.`);
      }}
    >
      <p>From the next request on, the following no longer applies, unless another policy grants it:</p>
      <Sentence policy={policy} />
    </FormDialog>
  );
}
