import { graphql } from '../../../client/documents.js';
import { ListPage } from '../../kit/list-page.js';
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
  ['', 'All states'],
  ['ACTIVE', 'Active'],
  ['DRAFT', 'Drafts'],
  ['INACTIVE', 'Inactive'],
] as const;

const types = [
  ['', 'All privileges'],
  ['PLATFORM', 'On the service'],
  ['METADATA', 'On entities'],
] as const;

export default function Policies() {
  return (
    <ListPage
      label="Policies"
      about="Policies grant privileges to users and groups. There is no other way to get a privilege."
      needs="MANAGE_POLICIES"
      create={{ text: 'Create a policy', needs: 'MANAGE_POLICIES', Form: PolicyForm }}
      filter={{ placeholder: 'Name or description' }}
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
      empty="There are no policies yet."
    >
      {(policies, dialog) =>
        policies.map((policy) => <PolicyBox key={policy.urn} policy={policy} dialog={dialog} />)
      }
    </ListPage>
  );
}
