import { changeMetadata } from '../aspects/change-metadata.js';
import type { Actor } from '../core/actor.js';
import { lacking, mayManageServiceAccounts } from '../core/authorization.js';
import { badRequest } from '../core/errors.js';
import { isServiceAccount, parseUserUrn, quoted, userUrn } from '../core/urn.js';
import { insertUser, type PeopleDeps } from './create.js';
import { type RemovalDeps, removeUser } from './remove.js';

/** A service account whose parts follow the rules of input.ts. */
export interface NewServiceAccount {
  readonly displayName?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** Returns the URN of the new service account. DataHub stores the description in the title. @throws UNAUTHORIZED */
export const createServiceAccount =
  ({ db, clock, newId }: PeopleDeps & { readonly newId: () => string }) =>
  async (actor: Actor, { displayName, description }: NewServiceAccount): Promise<string> => {
    if (!mayManageServiceAccounts(actor))
      throw lacking(actor, 'create service accounts', ['MANAGE_SERVICE_ACCOUNTS']);
    const urn = userUrn(`service_${newId()}`);
    const audit = { time: clock(), actor: actor.urn };
    await changeMetadata(
      db,
      (tx) => insertUser(tx, actor, urn, { displayName, title: description }, audit),
      actor,
    );
    return urn;
  };

/** Deletes a service account with its tokens. @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND, CONFLICT */
export const deleteServiceAccount =
  (deps: RemovalDeps) =>
  async (actor: Actor, urn: string): Promise<true> => {
    if (!isServiceAccount(parseUserUrn(urn, 'urn'))) {
      throw badRequest(
        `urn ${quoted(urn)} is not a service account; expected urn:li:corpuser:service_<uuid>. Use removeUser for other users`,
      );
    }
    return removeUser(deps)(actor, urn);
  };
