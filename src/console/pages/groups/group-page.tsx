import { useLocation } from 'preact-iso';
import { graphql, type ResultOf } from '../../../client/documents.js';
import { removeGroup } from '../../../client/group.js';
import { entityName } from '../../../client/named-entity.js';
import { may } from '../../api/caller.js';
import { mutate } from '../../api/request.js';
import { DetailPage } from '../../kit/detail-page.js';
import { Fact, UrnFact } from '../../kit/facts.js';
import { Avatar } from '../../kit/marks.js';
import { Menu } from '../../kit/menu.js';
import { Notice } from '../../kit/notice.js';
import { type DialogState, useDialog } from '../../kit/use-dialog.js';
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
      displayName
      description
      properties {
        email
      }
      ...MemberCount
    }
  }
`,
  [memberCount],
);

type Group = NonNullable<ResultOf<typeof group>['corpGroup']>;

/** A group and its members. */
export function GroupPage({ urn }: { urn: string }) {
  const dialog = useDialog();
  const { route } = useLocation();
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
        name={(group) => entityName(group)}
        heading={(group) => (
          <span class="row one">
            <Avatar urn={urn} name={entityName(group)} isLarge />
            <bdi>{entityName(group)}</bdi>
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
                onChoose: () => deleteGroup(dialog, group, () => route(links.groups)),
              },
            ]}
          />
        )}
      >
        {(group) => {
          const { properties, description } = group;
          return (
            <div class="entity">
              <div class="about">
                {description && <p dir="auto">{description}</p>}
                {!properties && <Notice>This group exists only as metadata.</Notice>}
              </div>
              <aside class="side-panel" aria-label={`About ${entityName(group)}`}>
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

function deleteGroup({ ask }: DialogState, group: Group, leave: () => void) {
  const { urn, relationships } = group;
  const name = entityName(group);
  ask({
    title: `Delete ${name}?`,
    submit: 'Delete',
    onSubmit: () => mutate(removeGroup, { urn }).then(leave),
    done: `The group ${name} is deleted.`,
    children: (
      <>
        <p>The following end as well. This cannot be undone. The members remain users.</p>
        <p>
          <strong>Memberships</strong>: {numberText(relationships?.total ?? 0)}
        </p>
        <PoliciesNaming urn={urn} />
      </>
    ),
  });
}
