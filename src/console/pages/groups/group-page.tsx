import { useLocation } from 'preact-iso';
import { graphql, type ResultOf } from '../../../client/documents.js';
import { urnName } from '../../../client/urn-name.js';
import { may } from '../../api/caller.js';
import { mutate } from '../../api/request.js';
import { DetailPage } from '../../kit/detail-page.js';
import { Fact, UrnFact } from '../../kit/facts.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { Avatar } from '../../kit/marks.js';
import { Menu } from '../../kit/menu.js';
import { say } from '../../kit/messages.js';
import { Notice } from '../../kit/notice.js';
import { useDialog } from '../../kit/use-dialog.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { PoliciesNaming } from '../users/what-ends.js';
import { MemberList } from './member-list.js';
import { memberCount } from './members.js';

const group = graphql(
  `
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
      ...MemberCount
    }
  }
`,
  [memberCount],
);

const deleteGroup = graphql(`
  mutation DeleteGroup($urn: String!) {
    removeGroup(urn: $urn)
  }
`);

type Group = NonNullable<ResultOf<typeof group>['corpGroup']>;

const groupName = ({ urn, properties }: Group) => properties?.displayName || urnName(urn);

/** A group and its members. */
export function GroupPage({ urn }: { urn: string }) {
  const dialog = useDialog();
  const mayManage = ({ properties }: Group) => may('MANAGE_USERS_AND_GROUPS') && properties !== null;
  return (
    <>
      <DetailPage
        noun="group"
        type="corpGroup"
        urn={urn}
        all={[links.groups, 'All groups']}
        document={group}
        variables={{ urn }}
        read={({ corpGroup }) => corpGroup}
        name={groupName}
        heading={(group) => (
          <span class="row one">
            <Avatar urn={urn} name={groupName(group)} isLarge />
            <bdi>{groupName(group)}</bdi>
          </span>
        )}
        actions={(group) => (
          <Menu
            label="Actions"
            items={[
              mayManage(group) && {
                text: 'Delete …',
                icon: 'trash',
                isDanger: true,
                onChoose: () => dialog.open((close) => <DeleteGroup group={group} onClose={close} />),
              },
            ]}
          />
        )}
      >
        {(group) => {
          const { properties, editableProperties } = group;
          const description = editableProperties?.description || properties?.description;
          return (
            <div class="entity">
              <div class="about">
                {description && <p dir="auto">{description}</p>}
                {!properties && <Notice>This group exists only as metadata.</Notice>}
              </div>
              <aside class="side-panel" aria-label={`About ${groupName(group)}`}>
                <section>
                  <h2>Details</h2>
                  <dl class="facts">
                    <Fact name="Email">{properties?.email}</Fact>
                    <UrnFact urn={urn} />
                  </dl>
                </section>
              </aside>
              <div class="main">
                <MemberList urn={urn} mayChange={mayManage(group)} />
              </div>
            </div>
          );
        }}
      </DetailPage>
      {dialog.shown}
    </>
  );
}

function DeleteGroup({ group, onClose }: { group: Group; onClose(): void }) {
  const { urn, relationships } = group;
  const name = groupName(group);
  const { route } = useLocation();
  return (
    <FormDialog
      title={`Delete ${name}?`}
      submit="Delete"
      isDanger
      onClose={onClose}
      onSubmit={async () => {
        await mutate(deleteGroup, { urn });
        say(`The group ${name} is deleted.`);
        route(links.groups);
      }}
    >
      <p>The following end as well. This cannot be undone. The members remain users.</p>
      <p>
        <strong>Memberships</strong>: {numberText(relationships?.total ?? 0)}
      </p>
      <PoliciesNaming urn={urn} />
    </FormDialog>
  );
}
