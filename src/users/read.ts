import type { Actor } from '../core/actor.js';
import { lacking, mayManageServiceAccounts } from '../core/authorization.js';
import { checkPage } from '../core/pagination.js';
import { isServiceAccount, nameInUrn, parseGroupUrn, parseUserUrn } from '../core/urn.js';
import type { Privilege } from '../datahub/privileges.js';
import { createBatchLoader } from '../db/batch-loader.js';
import type { Database } from '../db/database.js';
import { peopleListStore, peopleViewStore } from './view-store.js';
import type { Group, PeoplePage, Shown, User } from './views.js';

export interface ListRequest {
  readonly start?: number | null | undefined;
  readonly count?: number | null | undefined;
  /** Part of an id or of a text, ignoring case; empty or `*` for all. */
  readonly query?: string | null | undefined;
}

interface Deps {
  readonly db: Pick<Database, 'prisma' | 'bounded' | 'limited'>;
  readonly pageSizeMax: number;
}

/** Users that one statement reads: their texts can be long. */
const maxKeys = 100;

/** Every active user may read users and groups. Lists need the right to manage what they list. */
export function peopleReads({ db, pageSizeMax }: Deps) {
  const store = peopleViewStore(db);
  const lists = peopleListStore(db);
  const users = createBatchLoader(store.users, { maxKeys, name: 'user_views' });
  const groups = createBatchLoader(store.groups, { maxKeys, name: 'groups' });

  const list =
    (kind: keyof typeof lists, privilege: Privilege) =>
    async (actor: Actor, { start, count, query: text }: ListRequest): Promise<PeoplePage> => {
      if (!actor.can(privilege)) throw lacking(actor, `list ${kind}`, [privilege]);
      const page = checkPage(start, count, pageSizeMax);
      const search = { ...page, text: text?.trim() && text.trim() !== '*' ? text.trim() : null };
      return { ...page, ...(await db.limited(actor, () => lists[kind](search))) };
    };

  return {
    /** Returns null for a user that does not exist. @throws BAD_REQUEST */
    user: async (urn: string): Promise<User | null> => (await users(parseUserUrn(urn, 'urn'))) ?? null,
    /** Returns how lists show a user or a service account, whether it exists or not. @throws BAD_REQUEST */
    async shownUser(urn: string): Promise<Shown> {
      const { editable, displayName, fullName, title } = (await users(parseUserUrn(urn, 'urn'))) ?? {};
      return {
        displayName: editable?.displayName || displayName || fullName || nameInUrn(urn),
        // The title of a service account is its purpose.
        description: editable?.aboutMe || (isServiceAccount(urn) && title) || null,
      };
    },
    /** Returns how lists show a group, whether it exists or not. @throws BAD_REQUEST */
    async shownGroup(urn: string): Promise<Shown> {
      const { editable, name, description } = (await groups(parseGroupUrn(urn, 'urn'))) ?? {};
      return {
        displayName: name || nameInUrn(urn),
        description: editable?.description || description || null,
      };
    },
    /** @throws BAD_REQUEST */
    group: async (urn: string): Promise<Group | null> => (await groups(parseGroupUrn(urn, 'urn'))) ?? null,
    /** Returns null if there is no such service account. @throws BAD_REQUEST, UNAUTHORIZED */
    async serviceAccount(actor: Actor, urn: string): Promise<User | null> {
      parseUserUrn(urn, 'urn');
      if (!mayManageServiceAccounts(actor))
        throw lacking(actor, 'read service accounts', ['MANAGE_SERVICE_ACCOUNTS']);
      const user = isServiceAccount(urn) ? await users(urn) : undefined;
      return user && user.state !== null ? user : null;
    },
    listUsers: list('people', 'MANAGE_USERS_AND_GROUPS'),
    listGroups: list('groups', 'MANAGE_USERS_AND_GROUPS'),
    listServiceAccounts: list('serviceAccounts', 'MANAGE_SERVICE_ACCOUNTS'),
  };
}
