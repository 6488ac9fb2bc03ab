import { selectContainers } from '../containers/store.js';
import type { Actor } from '../core/actor.js';
import { lacking, mayManagePolicies } from '../core/authorization.js';
import { badRequest, notFound } from '../core/errors.js';
import { parseUrn, parseUserUrn, quoted } from '../core/urn.js';
import { entityTypeName } from '../datahub/entity-types.js';
import { type Privilege, privileges } from '../datahub/privileges.js';
import type { Database } from '../db/database.js';
import type { ReadRights } from './evaluation/rights-reader.js';

interface Asked {
  readonly actorUrn: string;
  /** Without a resource, only platform privileges are requested. */
  readonly resourceSpec?: { readonly resourceType: string; readonly resourceUrn: string } | null | undefined;
}

interface User {
  readonly urn: string;
  readonly state: string;
  readonly groups: readonly string[];
  readonly policyVersion: number;
}

interface Deps {
  readonly db: Database;
  readonly rights: ReadRights;
  readonly user: (urn: string) => Promise<User | undefined>;
}

/**
 * Returns the privileges that policies grant to a user: over the platform, and over a resource. Others are asked about with
 * MANAGE_POLICIES only. A user who may not call has none. The caller has those within the scopes of its token.
 *
 * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND
 */
export const grantedPrivileges =
  ({ db, rights, user }: Deps) =>
  async (actor: Actor, { actorUrn, resourceSpec }: Asked): Promise<readonly Privilege[]> => {
    const urn = parseUserUrn(actorUrn, 'actorUrn');
    if (urn !== actor.urn && !mayManagePolicies(actor)) {
      throw lacking(actor, `see the privileges of ${urn}`, ['MANAGE_POLICIES']);
    }
    const resource = resourceSpec && parseUrn(resourceSpec.resourceUrn, 'resourceUrn');
    if (resource && entityTypeName(resource.type) !== resourceSpec.resourceType) {
      throw badRequest(
        `resourceType is ${resourceSpec.resourceType}, which does not fit resourceUrn ${quoted(resource.urn)}`,
      );
    }
    const found = await user(urn);
    if (!found || found.state === 'REMOVED') throw notFound(`There is no user ${quoted(urn)}`);
    if (found.state !== 'ACTIVE') return [];
    const can = urn === actor.urn ? actor.can : createCan(found, await rights(found.policyVersion));
    const containers = resource ? await selectContainers(db.query, [resource.urn]) : null;
    const located = resource ? { ...resource, containers: containers?.get(resource.urn) ?? [] } : undefined;
    return (Object.keys(privileges) as Privilege[]).filter((name) => can(name, located));
  };

export const createCan =
  (user: Pick<User, 'urn' | 'groups'>, grants: Awaited<ReturnType<ReadRights>>): Actor['can'] =>
  (privilege, resource) =>
    grants(user, privilege, resource);
