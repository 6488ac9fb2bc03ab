import { graphql, type VariablesOf } from '../../client/documents.js';
import { type Privilege, suffices } from '../model/privileges.js';
import { caller } from './caller.js';
import { useQuery } from './use-query.js';

const granted = graphql(`
  query GrantedOver($actorUrn: String!, $resourceUrn: String!, $resourceType: EntityType!) {
    getGrantedPrivileges(
      input: { actorUrn: $actorUrn, resourceSpec: { resourceUrn: $resourceUrn, resourceType: $resourceType } }
    ) {
      privileges
    }
  }
`);

type EntityType = VariablesOf<typeof granted>['resourceType'];

export interface Rights {
  /** Whether the service has answered. */
  readonly isKnown: boolean;
  /** Whether the caller may do with the entity what needs a privilege. */
  may(needed: Privilege): boolean;
}

/** Asks what the caller may do with an entity. Only hides what the service would refuse. */
export function useRights(entity: { readonly urn: string; readonly type: EntityType } | null): Rights {
  const { data } = useQuery(
    granted,
    entity && { actorUrn: caller.value!.urn, resourceUrn: entity.urn, resourceType: entity.type },
  );
  const names = new Set(data?.getGrantedPrivileges?.privileges);
  return {
    isKnown: data !== undefined,
    may: (needed) => suffices(names, needed),
  };
}
