import { graphql } from '../../../client/documents.js';
import { ListPage } from '../../kit/list.js';
import { useDialog } from '../../kit/use-dialog.js';
import { policyFields } from './policy.js';
import { PolicyBox } from './policy-box.js';
import { PolicyForm } from './policy-form.js';
import './policies.css';

const list = graphql(
  `
  query Policies($input: ListPoliciesInput!) {
    listPolicies(input: $input) {
      total
      policies {
        ...PolicyFields
      }
    }
  }
`,
  [policyFields],
);

const states = [
  ['', 'all states'],
  ['ACTIVE', 'active'],
  ['DRAFT', 'drafts'],
  ['INACTIVE', 'inactive'],
] as const;

const types = [
  ['', 'all privileges'],
  ['PLATFORM', 'over the service'],
  ['METADATA', 'over entities'],
] as const;

export default function Policies() {
  const dialog = useDialog();
  return (
    <>
      <ListPage
        label="Policies"
        about="Each grants privileges to users and groups. Nobody has a privilege in another way."
        needs="MANAGE_POLICIES"
        actions={
          <button
            type="button"
            class="primary"
            onClick={() => dialog.open((close) => <PolicyForm policy={null} onClose={close} />)}
          >
            Create a policy
          </button>
        }
        filter="Name or description"
        address={{ state: '', type: '' }}
        choices={[
          { name: 'state', label: 'State', options: states },
          { name: 'type', label: 'Privileges', options: types },
        ]}
        pageSize={25}
        document={list}
        variables={({ filter, state, type }, page) => {
          const and = [
            { field: 'state', values: [state] },
            { field: 'type', values: [type] },
          ].filter(({ values }) => values[0] !== '');
          return { input: { ...page, query: filter, ...(and.length > 0 && { orFilters: [{ and }] }) } };
        }}
        read={({ listPolicies }) => ({ rows: listPolicies!.policies, total: listPolicies!.total })}
        empty="There is no policy yet."
      >
        {(policies) =>
          policies.map((policy) => <PolicyBox key={policy.urn} policy={policy} dialog={dialog} />)
        }
      </ListPage>
      {dialog.shown}
    </>
  );
}
