import { changeMetadata } from '../aspects/change-metadata.js';
import type { MetadataTransaction } from '../aspects/changes.js';
import { createEntities, deleteEntityRows } from '../aspects/entity-store.js';
import type { AspectStorage } from '../aspects/kernel.js';
import { insertOrLockEntities } from '../aspects/lock-store.js';
import { changeAspects } from '../aspects/write.js';
import { selectContainers } from '../containers/store.js';
import type { Actor } from '../core/actor.js';
import { lacking, mayManagePolicies } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { badRequest, conflict, notFound } from '../core/errors.js';
import { checkPage, type Page } from '../core/pagination.js';
import { parseUrn, parseUserUrn, quoted } from '../core/urn.js';
import { entityTypeName } from '../datahub/entity-types.js';
import { type Privilege, privileges } from '../datahub/privileges.js';
import { tryParse } from '../input/bounded-input.js';
import { formatIssues } from '../input/invalid-input.js';
import type { Json } from '../json/lossless-json.js';
import type { Visibility } from '../visibility/visibility.js';
import { beginPolicyChange } from './change-store.js';
import type { Rights } from './evaluation/compiler.js';
import type { Caller } from './evaluation/resource-grants.js';
import type { ReadRights } from './evaluation/rights-reader.js';
import { type OrFilters, parsePolicyFilters } from './list-filter.js';
import { findPolicy, listStored, type StoredPolicy } from './list-store.js';
import { type PolicyInfo, policyInfo } from './model.js';
import { computeRevision } from './revision.js';
import { policyUrn } from './row.js';
import { warnOfPolicies } from './warn.js';
/** A policy in the form of GraphQL's input. Null means an absent field. */
export interface PolicyUpdate {
  readonly type: string;
  readonly name: string;
  readonly state: string;
  readonly description?: string | null | undefined;
  readonly privileges: readonly string[];
  readonly resources?: object | null | undefined;
  readonly actors: object;
}

interface ListRequest {
  readonly start?: number | null | undefined;
  readonly count?: number | null | undefined;
  /** A part of the name or of the description, in any case. */
  readonly query?: string | null | undefined;
  readonly orFilters?: OrFilters;
}

export interface ListedPolicies extends Page {
  readonly total: number;
  readonly policies: readonly StoredPolicy[];
}

interface GrantedRequest {
  readonly actorUrn: string;
  /** Without a resource, only platform privileges are requested. */
  readonly resourceSpec?: { readonly resourceType: string; readonly resourceUrn: string } | null | undefined;
}

interface Deps extends AspectStorage {
  readonly visibility: Visibility;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly rights: ReadRights;
  readonly user: (
    urn: string,
  ) => Promise<(Caller & { readonly state: string; readonly policyVersion: number }) | undefined>;
  readonly pageSizeMax: number;
  /** Of the policies of one page. */
  readonly maxBytes: number;
}

export function policyManagement({
  db,
  aspects,
  visibility,
  clock,
  newId,
  rights,
  user,
  pageSizeMax,
  maxBytes,
}: Deps) {
  return {
    /** @throws BAD_REQUEST, UNAUTHORIZED */
    async create(actor: Actor, update: PolicyUpdate): Promise<string> {
      checkRight(actor);
      const now = clock();
      const urn = policyUrn(newId());
      const policy = toPolicyInfo(update, null, now);
      await changeMetadata({ db, aspects }, (tx) => write(tx, actor, urn, policy, now), actor);
      return urn;
    },

    /**
     * Replaces a policy, except for what GraphQL cannot name.
     *
     * @param basedOn the revision that the change was made of; without one, that of another change is lost
     * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT
     */
    async update(
      actor: Actor,
      given: string,
      update: PolicyUpdate,
      basedOn?: string | null,
    ): Promise<string> {
      const urn = parsePolicyUrn(actor, given);
      const now = clock();
      const work = async (tx: MetadataTransaction) => {
        const { value } = await lockPolicy(tx, actor, urn, now, 'write');
        if (basedOn != null && basedOn !== computeRevision(value))
          throw conflict(`The policy ${quoted(urn)} was changed since it was read; read it again`);
        await write(tx, actor, urn, toPolicyInfo(update, value, now), now);
      };
      await changeMetadata({ db, aspects }, work, actor);
      return urn;
    },

    /** @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT */
    async delete(actor: Actor, given: string): Promise<string> {
      const urn = parsePolicyUrn(actor, given);
      const work = async (tx: MetadataTransaction) => {
        await lockPolicy(tx, actor, urn, clock(), 'delete');
        const endChange = await beginPolicyChange(tx, actor, [urn]);
        await deleteEntityRows(tx, [urn]);
        await endChange();
      };
      await changeMetadata({ db, aspects }, work, actor);
      return urn;
    },

    /** Returns a page of the policies by name. @throws BAD_REQUEST, UNAUTHORIZED */
    async list(actor: Actor, { start, count, query, orFilters }: ListRequest): Promise<ListedPolicies> {
      if (!mayManagePolicies(actor)) throw lacking(actor, 'list policies', ['MANAGE_POLICIES']);
      const page = checkPage(start, count, pageSizeMax);
      // DataHub's pages ask for everything with an asterisk.
      const text = query === '*' ? '' : (query ?? '');
      const alternatives = parsePolicyFilters(orFilters);
      const found = await db.limited(actor, () =>
        listStored(db, { ...page, text, alternatives }, actor, maxBytes),
      );
      return { ...page, ...found };
    },

    /**
     * Returns the privileges that policies grant to a user: over the platform, and over a resource. Others are asked
     * about with MANAGE_POLICIES only. A user who may not call has none. The caller has those within the scopes of its
     * token.
     *
     * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND
     */
    async granted(actor: Actor, { actorUrn, resourceSpec }: GrantedRequest): Promise<readonly Privilege[]> {
      const urn = parseUserUrn(actorUrn, 'actorUrn');
      if (urn !== actor.urn && !mayManagePolicies(actor))
        throw lacking(actor, `see the privileges of ${urn}`, ['MANAGE_POLICIES']);
      const resource = resourceSpec && parseUrn(resourceSpec.resourceUrn, 'resourceUrn');
      if (resource && entityTypeName(resource.type) !== resourceSpec.resourceType)
        throw badRequest(
          `resourceType is ${resourceSpec.resourceType}, which does not fit resourceUrn ${quoted(resource.urn)}`,
        );
      const found = await user(urn);
      if (!found || found.state === 'REMOVED') throw notFound(`There is no user ${quoted(urn)}`);
      if (found.state !== 'ACTIVE') return [];
      const can = urn === actor.urn ? actor.can : createCan(found, await rights(found.policyVersion));
      const isSeen = resource && (await visibility.sees(actor, resource.urn));
      const containers = isSeen ? await selectContainers(db.query, [resource.urn]) : null;
      const located = resource ? { ...resource, containers: containers?.get(resource.urn) ?? [] } : undefined;
      return (Object.keys(privileges) as Privilege[]).filter((name) => can(name, located));
    },
  };
}

export const createCan =
  (user: Caller, grants: Rights): Actor['can'] =>
  (privilege, resource) =>
    grants(user, privilege, resource);

function checkRight(actor: Actor) {
  if (!mayManagePolicies(actor)) throw lacking(actor, 'manage policies', ['MANAGE_POLICIES']);
}

function parsePolicyUrn(actor: Actor, given: string): string {
  checkRight(actor);
  const { urn, type } = parseUrn(given, 'urn');
  if (type !== 'dataHubPolicy') throw notFound(`There is no policy ${quoted(urn)}`);
  return urn;
}

/** A policy that SQL has written has no entity yet. */
async function lockPolicy(
  tx: MetadataTransaction,
  actor: Actor,
  urn: string,
  time: number,
  mode: 'write' | 'delete',
): Promise<StoredPolicy> {
  await insertOrLockEntities(tx, [{ urn, type: 'dataHubPolicy' }], { time, actor: actor.urn }, mode);
  const policy = await findPolicy(tx.query, urn, actor);
  if (!policy) throw notFound(`There is no policy ${quoted(urn)}`);
  if (policy.value.editable === false)
    throw conflict(
      `The policy ${quoted(urn)} is not editable; only its aspect dataHubPolicyInfo can be written`,
    );
  return policy;
}

async function write(tx: MetadataTransaction, actor: Actor, urn: string, policy: PolicyInfo, time: number) {
  const entity = { urn, type: 'dataHubPolicy' };
  const audit = { time, actor: actor.urn };
  await createEntities(tx, [entity], audit);
  const endChange = await beginPolicyChange(tx, actor, [urn]);
  const upsert = { urn, entityType: entity.type, name: 'dataHubPolicyInfo', value: policy };
  await changeAspects(tx, { deleted: [], upserts: [upsert] }, audit, actor.deadline);
  await endChange();
  await warnOfPolicies(tx, actor, new Map([[urn, policy]]));
}

/**
 * Returns the aspect dataHubPolicyInfo.
 *
 * @param stored the aspect before; its roles, which GraphQL cannot name, are preserved
 * @throws BAD_REQUEST
 */
function toPolicyInfo(update: PolicyUpdate, stored: Readonly<Json> | null, now: number): PolicyInfo {
  const { name: displayName, description, actors, ...others } = update;
  const { roles } = Object(stored?.actors);
  const value = withoutNulls({
    displayName,
    description: description ?? '',
    ...others,
    actors: { ...actors, roles },
    editable: true,
    lastUpdatedTimestamp: now,
  });
  const parsed = tryParse(policyInfo, value);
  if (!parsed.success) throw badRequest(formatIssues(parsed.error.issues, value, 'input'));
  return parsed.data;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}
