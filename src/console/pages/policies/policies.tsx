import { useSignal } from '@preact/signals';
import { graphql } from '../../../client/documents.js';
import { may } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { AllowedPage } from '../../kit/allowed.js';
import { Choice } from '../../kit/field.js';
import { FilterField } from '../../kit/filter-field.js';
import { Loaded } from '../../kit/loaded.js';
import { Page } from '../../kit/page.js';
import { Pager } from '../../kit/pager.js';
import { startOf, useAddress } from '../../kit/use-address.js';
import { DeletePolicy } from './delete-policy.js';
import { type Policy, policyFields, policyNeeds } from './policy.js';
import { PolicyBox } from './policy-box.js';
import { PolicyForm } from './policy-form.js';
import './policies.css';

const pageSize = 25;

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

type Open = 'create' | { act: 'edit' | 'delete'; policy: Policy } | null;

export default function Policies() {
  const open = useSignal<Open>(null);
  return (
    <Page
      title="Policies"
      about="Each grants privileges to users and groups. Nobody has a privilege in another way."
      actions={
        may(...policyNeeds) && (
          <button type="button" class="primary" onClick={() => (open.value = 'create')}>
            Create a policy
          </button>
        )
      }
    >
      <AllowedPage needs={policyNeeds}>
        <PolicyList open={open.value} onOpen={(value) => (open.value = value)} />
      </AllowedPage>
    </Page>
  );
}

function PolicyList({ open, onOpen }: { open: Open; onOpen(open: Open): void }) {
  const [shown, change] = useAddress({ filter: '', state: '', type: '', start: '0' });
  const start = startOf(shown.start);
  const filters = [
    ...(shown.state === '' ? [] : [{ field: 'state', values: [shown.state] }]),
    ...(shown.type === '' ? [] : [{ field: 'type', values: [shown.type] }]),
  ];
  const query = useQuery(list, {
    input: {
      start,
      count: pageSize,
      query: shown.filter,
      ...(filters.length > 0 && { orFilters: [{ and: filters }] }),
    },
  });
  const close = () => {
    onOpen(null);
    query.reload();
  };
  return (
    <>
      <div class="row">
        <FilterField
          label="Filter"
          placeholder="Name or description"
          value={shown.filter}
          onFilter={(filter) => change({ filter, start: '0' }, true)}
        />
        <Choice
          label="State"
          options={states}
          value={states.find(([name]) => name === shown.state)?.[0] ?? ''}
          onChange={(state) => change({ state, start: '0' })}
        />
        <Choice
          label="Privileges"
          options={types}
          value={types.find(([name]) => name === shown.type)?.[0] ?? ''}
          onChange={(type) => change({ type, start: '0' })}
        />
      </div>
      <Loaded
        query={query}
        label="Policies"
        isEmpty={(data) => data.listPolicies!.total === 0}
        empty="No policy is like that."
      >
        {({ listPolicies }) => (
          <>
            {listPolicies!.policies.map((policy) => (
              <PolicyBox key={policy.urn} policy={policy} onAct={(act) => onOpen({ act, policy })} />
            ))}
            <Pager
              start={start}
              count={pageSize}
              total={listPolicies!.total}
              onStart={(value) => change({ start: `${value}` })}
            />
          </>
        )}
      </Loaded>
      {open === 'create' && <PolicyForm policy={null} onClose={close} />}
      {open !== null && open !== 'create' && open.act === 'edit' && (
        <PolicyForm policy={open.policy} onClose={close} />
      )}
      {open !== null && open !== 'create' && open.act === 'delete' && (
        <DeletePolicy policy={open.policy} onClose={close} />
      )}
    </>
  );
}
