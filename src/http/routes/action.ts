import { badRequest } from '../../core/errors.js';

/** The handler that `?action=` names. @throws BAD_REQUEST in DataHub's own words, which people search for */
export function action<Handler>(
  resource: string,
  handlers: Readonly<Record<string, Handler>>,
  query: unknown,
  url: string,
): Handler {
  const { action: name } = query as { action?: unknown };
  if (typeof name === 'string' && Object.hasOwn(handlers, name)) return handlers[name]!;
  const asked = name === undefined ? 'without ?action=' : `named ${String(name)}`;
  throw badRequest(
    `POST operation ${asked} not supported on resource '${resource}' URI: '${url}'. ` +
      `Actions: ${Object.keys(handlers).join(', ')}.`,
  );
}
