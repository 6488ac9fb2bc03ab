import type { Actor } from '../../core/actor.js';
import { badRequest } from '../../core/errors.js';
import type { Services } from '../../services.js';
import { absentAction } from '../absent.js';

export interface ActionRequest {
  readonly services: Services;
  readonly actor: Actor;
  readonly body: unknown;
}

/** Handles `POST /<resource>?action=<name>`. Its result is the `value` of the response. */
export type ActionHandler<Request = ActionRequest> = (request: Request) => Promise<unknown>;

/**
 * Returns the handler that `?action=` names.
 *
 * @throws HttpError 404 when only DataHub has it
 * @throws BAD_REQUEST when there is none, in DataHub's own words, which users search for
 */
export function resolveAction<Request>(
  resource: string,
  handlers: Readonly<Record<string, ActionHandler<Request>>>,
  query: unknown,
  url: string,
): ActionHandler<Request> {
  const { action: name } = query as { action?: unknown };
  if (typeof name === 'string' && Object.hasOwn(handlers, name)) return handlers[name]!;
  const absent = typeof name === 'string' ? absentAction(resource, name) : null;
  if (absent) throw absent;
  const given = name === undefined ? 'without ?action=' : `named ${String(name)}`;
  throw badRequest(
    `POST operation ${given} not supported on resource '${resource}' URI: '${url}'. ` +
      `Actions: ${Object.keys(handlers).join(', ')}.`,
  );
}
