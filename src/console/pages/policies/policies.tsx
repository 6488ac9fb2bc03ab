import { graphql } from '../../../client/documents.js';
import { ListPage } from '../../kit/list-page.js';
import { ByActors } from './by-actors.js';
import { policyFields } from './policy.js';
import { PolicyForm } from './policy-form.js';

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
  ['', 'All'],
  ['ACTIVE', 'Active'],
  ['DRAFT', 'Draft'],
  ['INACTIVE', 'Inactive'],
] as const;

const types = [
  ['', 'Everywhere'],
  ['PLATFORM', 'On the service'],
  ['METADATA', 'On entities'],
] as const;

export default function Policies() {
  return (
    <ListPage
      label="Policies"
      icon="shield"
      about="Each policy grants privileges to users and groups. There is no other way to get one."
      needs="MANAGE_POLICIES"
      create={{ text: 'Create a policy', needs: 'MANAGE_POLICIES', Form: PolicyForm }}
      filter={{ placeholder: 'Filter by name or description' }}
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
      empty="Without one, nobody may do anything."
    >
      {(policies, dialog) => <ByActors policies={policies} dialog={dialog} />}
    </ListPage>
  );
}
