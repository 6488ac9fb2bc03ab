import { useSignal } from '@preact/signals';
import { entityName } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { Flag } from '../../kit/check-box.js';
import { Picker } from '../../kit/picker.js';
import type { Suggestion } from '../../kit/suggest.js';
import { completeTypes, completeUsers } from '../../model/complete.js';
import type { Policy } from './policy.js';
import { type PolicyInput, sameActors } from './policy-input.js';

const completeGroups = completeTypes('CORP_GROUP');

/** The state of the fields that say who gets the privileges. */
export function useActors(policy: Policy | undefined) {
  const stored = policy?.actors;
  const resolved = [...(stored?.resolvedUsers ?? []), ...(stored?.resolvedGroups ?? [])];
  const names = new Map(resolved.map((actor) => [actor.urn, entityName(actor)]));
  const chosen = (urns: readonly string[] | null | undefined): readonly Suggestion[] =>
    (urns ?? []).map((urn) => ({ value: urn, label: names.get(urn) ?? urnName(urn) }));
  const users = useSignal(chosen(stored?.users));
  const groups = useSignal(chosen(stored?.groups));
  const allUsers = useSignal(stored?.allUsers ?? false);
  const allGroups = useSignal(stored?.allGroups ?? false);
  return {
    users,
    groups,
    allUsers,
    allGroups,
    isReady: allUsers.value || allGroups.value || users.value.length + groups.value.length > 0,
    /** Actors that the form does not show are sent as they were read. The service keeps the roles. */
    input: (): PolicyInput['actors'] => ({
      ...(stored ? sameActors(stored) : { resourceOwners: false }),
      users: users.value.map(({ value }) => value),
      groups: groups.value.map(({ value }) => value),
      allUsers: allUsers.value,
      allGroups: allGroups.value,
    }),
  };
}

export function ActorFields({ actors }: { actors: ReturnType<typeof useActors> }) {
  const { users, groups, allUsers, allGroups } = actors;
  return (
    <>
      <fieldset>
        <legend class="hidden">Many at once</legend>
        <Flag flag={allUsers}>everyone</Flag>
        <Flag flag={allGroups}>the members of any group</Flag>
      </fieldset>
      <Picker
        label="Users and service accounts"
        placeholder="Add a user or a service account"
        find={completeUsers}
        chosen={users}
      />
      <Picker label="Groups" placeholder="Add a group" find={completeGroups} chosen={groups} />
    </>
  );
}
