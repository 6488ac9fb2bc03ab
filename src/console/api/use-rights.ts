import type { VariablesOf } from '../../client/documents.js';
import { grantedPrivileges } from '../../client/policy.js';
import { type Privilege, suffices } from '../model/privileges.js';
import { caller } from './caller.js';
import { useQuery } from './use-query.js';

type Resource = NonNullable<VariablesOf<typeof grantedPrivileges>['input']['resourceSpec']>;

export interface Rights {
  /** Whether the service has answered. */
  readonly isKnown: boolean;
  /** Whether the caller may do with the entity what needs a privilege. */
  may(needed: Privilege): boolean;
}

/** Asks what the caller may do with an entity. Only hides what the service would refuse. */
export function useRights(
  entity: { readonly urn: string; readonly type: Resource['resourceType'] } | null,
): Rights {
  const { data } = useQuery(
    grantedPrivileges,
    entity && {
      input: {
        actorUrn: caller.value!.urn,
        resourceSpec: { resourceUrn: entity.urn, resourceType: entity.type },
      },
    },
  );
  const names = new Set(data?.getGrantedPrivileges?.privileges);
  return {
    isKnown: data !== undefined,
    may: (needed) => suffices(names, needed),
  };
}
