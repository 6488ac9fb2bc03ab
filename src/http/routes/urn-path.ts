import type { FastifyRequest } from 'fastify';
import { badRequest } from '../../core/errors.js';
import { noEntity } from '../../core/no-entity.js';
import { normalForm, parseUrn, quoted, readUrn } from '../../core/urn.js';
import type { Services } from '../../services.js';
import { readPath } from '../path-family.js';

/** The part of a request that the URN in its path is read from. */
export type RequestWithUrn = Pick<FastifyRequest, 'url'> & {
  readonly routeOptions: { readonly url?: string | undefined };
};

/** Returns the value of the wildcard at the end of a route, as it was sent: the router merges its slashes. */
export function sentUrn({ url, routeOptions }: RequestWithUrn): string {
  let rest = readPath({ url }).replace(/^https?:\/\/[^/]*/i, '');
  for (let segments = routeOptions.url!.split('/').length - 2; segments > 0; segments -= 1)
    rest = rest.replace(/^\/+[^/]+/, '');
  return rest.replace(/^\/+/, '');
}

/**
 * Returns the URN at the end of a path, with all of its slashes: a proxy may have decoded them. A slash after a tuple is
 * one of the path.
 *
 * @param isPlain whether a URN that begins with `urn:li:` is not percent-encoded, so that `%2C`, `%28` and `%29` are its own
 * @throws BAD_REQUEST when the path ends in a slash that may belong to the URN
 */
export function urnOfPath(request: RequestWithUrn, isPlain = false): string {
  const sent = sentUrn(request);
  const text = sent.replace(/\/+$/, '');
  const urn = decodedUrn(text, isPlain);
  if (text !== sent && text !== '' && !urn.endsWith(')'))
    throw badRequest(
      `the path ends in a slash: send it as %2F if urn ${quoted(`${urn}/`)} ends with a slash, or leave it out`,
    );
  return urn;
}

/** Returns a URN of a path or a list of a query as it is stored. @param isPlain as in `urnOfPath` */
export const decodedUrn = (text: string, isPlain = false): string => normalForm(decoded(text, isPlain));

/** A URN with parentheses or commas was not percent-encoded as a whole, or a proxy has decoded it. */
function decoded(text: string, isPlain: boolean): string {
  const whole = decodeURIComponent(text);
  if (!text.startsWith('urn:li:')) return whole;
  const own = decodeURIComponent(text.replace(/%(?=2[89Cc])/g, '%25'));
  const [first, second] = isPlain || /[(),]/.test(text) ? [own, whole] : [whole, own];
  return readUrn(first) === null && readUrn(second) !== null ? second : first;
}

/** `s3:/b`, where an encoded slash would show that no proxy has changed the path. */
const mergedSlash = /(?::|%3A)\/(?!\/|%2F)/i;

/**
 * Refuses the path of an entity that does not exist if a proxy seems to have merged `//` in its URN: a 404 would mean
 * that the intended entity has no metadata.
 *
 * @throws BAD_REQUEST
 */
export const refuseMergedSlashes = (
  { aspects }: Services,
  findUrn: (request: FastifyRequest) => string | Promise<string> = urnOfPath,
) =>
  async function refuse(request: FastifyRequest): Promise<void> {
    const { routeOptions, actor } = request;
    if (!routeOptions.url?.endsWith('/*') || !mergedSlash.test(sentUrn(request))) return;
    const { urn, type } = parseUrn(await findUrn(request));
    const [entity] = await aspects.entities(actor, [{ urn, type, names: ['status'] }], async () => undefined);
    if (entity) return;
    throw badRequest(
      `${noEntity(urn).message}. A proxy may have decoded "%2F" and merged "//" into "/": configure it to forward paths ` +
        'unchanged, or turn off merging (merge_slashes off in nginx). Send a single slash of a URN as %2F',
    );
  };
