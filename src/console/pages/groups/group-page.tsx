import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { graphql } from '../../../client/documents.js';
import { may } from '../../api/caller.js';
import { request } from '../../api/request.js';
import { useQuery } from '../../api/use-query.js';
import { FormDialog } from '../../kit/action.js';
import { Loaded } from '../../kit/loaded.js';
import { say } from '../../kit/messages.js';
import { NoUrn } from '../../kit/no-urn.js';
import { Page } from '../../kit/page.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { nameOf, typeOf } from '../../model/urn.js';
import { PoliciesNaming } from '../users/what-ends.js';
import { MemberList } from './member-list.js';

const load = graphql(`
  query Group($urn: String!) {
    corpGroup(urn: $urn) {
      urn
      properties {
        displayName
        description
        email
      }
      editableProperties {
        description
      }
      relationships(
        input: {
          types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"]
          direction: INCOMING
          start: 0
          count: 0
        }
      ) {
        total
      }
    }
  }
`);

const deleteGroup = graphql(`
  mutation DeleteGroup($urn: String!) {
    removeGroup(urn: $urn)
  }
`);

/** A group and its members. */
export function GroupPage({ urn }: { urn: string }) {
  return typeOf(urn) === 'corpGroup' ? <GroupOf urn={urn} /> : <NoGroup value={urn} />;
}

const NoGroup = ({ value }: { value: string }) => (
  <NoUrn what="group" value={value} back={[links.groups, 'All groups']} />
);

function GroupOf({ urn }: { urn: string }) {
  const query = useQuery(load, { urn });
  const isDeleting = useSignal(false);
  const { route } = useLocation();
  if (query.error?.code === 'BAD_REQUEST') return <NoGroup value={urn} />;
  const group = query.data?.corpGroup;
  const name = group?.properties?.displayName || nameOf(urn);
  const mayManage = may('MANAGE_USERS_AND_GROUPS') && Boolean(group?.properties);
  return (
    <Page
      title={name}
      actions={
        mayManage && (
          <button type="button" class="danger" onClick={() => (isDeleting.value = true)}>
            Delete …
          </button>
        )
      }
    >
      <Loaded
        query={query}
        label="The group"
        isEmpty={(data) => !data.corpGroup}
        empty={
          <>
            There is no such group. <a href={links.groups}>All groups</a>
          </>
        }
      >
        {({ corpGroup }) => {
          const { properties, editableProperties } = corpGroup!;
          const description = editableProperties?.description || properties?.description;
          return (
            <>
              {description && <p>{description}</p>}
              {!properties && <p class="soft">It is no group here, only metadata about one.</p>}
              <dl class="facts">
                <dt>URN</dt>
                <dd>
                  <code>{urn}</code>
                </dd>
              </dl>
              <MemberList urn={urn} mayChange={mayManage} onChanged={query.reload} />
            </>
          );
        }}
      </Loaded>
      {isDeleting.value && (
        <FormDialog
          title={`Delete ${name}?`}
          submit="Delete"
          isDanger
          needs={['MANAGE_USERS_AND_GROUPS']}
          onClose={() => (isDeleting.value = false)}
          onSubmit={async () => {
            await request(deleteGroup, { urn });
            say(`The group ${name} is deleted.`);
            route(links.groups);
          }}
        >
          <p>These end, too. This cannot be undone. The members stay as users.</p>
          <p>
            <strong>Memberships</strong>: {numberText(group?.relationships?.total ?? 0)}
          </p>
          <PoliciesNaming urn={urn} />
        </FormDialog>
      )}
    </Page>
  );
}
