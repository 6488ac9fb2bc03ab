import { useSignal } from '@preact/signals';
import { graphql } from '../../../client/documents.js';
import { grantedPrivileges } from '../../../client/policy.js';
import { urnName } from '../../../client/urn-name.js';
import { caller } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { Loaded } from '../../kit/loaded.js';
import { Section } from '../../kit/section.js';
import { Suggest } from '../../kit/suggest.js';
import { completeEntities } from '../../model/complete.js';
import { entityPrivileges } from '../../model/privileges.js';
import { Privileges } from '../policies/privileges.js';

const typeOfEntity = graphql('query TypeOfEntity($urn: String!) { entity(urn: $urn) { type } }');

interface GrantedProps {
  urn: string;
  status: 'ACTIVE' | 'SUSPENDED';
}

/** The privileges that policies grant to a user: on the service, and on an entity of choice. */
export function Granted({ urn, status }: GrantedProps) {
  const query = useQuery(grantedPrivileges, { input: { actorUrn: urn } });
  const entity = useSignal<{ urn: string; label: string } | null>(null);
  return (
    <Section title="Privileges">
      {status === 'SUSPENDED' && <p>None while the user is suspended.</p>}
      <Loaded
        query={query}
        label="Privileges"
        isEmpty={(data) => data.getGrantedPrivileges!.privileges.length === 0}
        empty={<p class="soft">No policy grants a privilege on the service.</p>}
      >
        {({ getGrantedPrivileges }) => <Privileges names={getGrantedPrivileges!.privileges} />}
      </Loaded>
      {urn === caller.value?.urn && (
        <p class="soft">Your privileges are limited to the scopes of the token that you signed in with.</p>
      )}
      <div class="field">
        <span class="label">Rights on one entity</span>
        <Suggest
          label="Rights on one entity"
          placeholder="Name of a dataset, container …"
          find={completeEntities}
          onChoose={({ value, label }) => {
            entity.value = { urn: value, label };
          }}
        />
      </div>
      {entity.value && <OverEntity key={entity.value.urn} actor={urn} {...entity.value} />}
    </Section>
  );
}

function OverEntity({ actor, urn, label }: { actor: string; urn: string; label: string }) {
  const entity = useQuery(typeOfEntity, { urn });
  const type = entity.data?.entity?.type;
  const query = useQuery(
    grantedPrivileges,
    type ? { input: { actorUrn: actor, resourceSpec: { resourceUrn: urn, resourceType: type } } } : null,
  );
  return (
    <Loaded query={entity} label="The entity">
      {() => (
        <Loaded query={query} label="Privileges over the entity">
          {({ getGrantedPrivileges }) => {
            const names = getGrantedPrivileges!.privileges.filter((name) => entityPrivileges.includes(name));
            return (
              <>
                <p>
                  On <strong title={urn}>{label || urnName(urn)}</strong>: {names.length === 0 && 'none.'}
                </p>
                <Privileges names={names} />
              </>
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}
