import { hasRecord } from '../../../aspects/record-name.js';
import { quoted } from '../../../core/urn.js';
import { HttpError } from '../../http-error.js';

const pattern = /\/openapi\/+v3\/+entity\/+[^/?#]+\/+([^?#]*[^?#/])/;
const endOf = (url: string) => pattern.exec(url)?.[1] ?? '';

/**
 * Returns the URN at the end of `/openapi/v3/entity/<type>/<urn>`. DataHub's SDK does not percent-encode it, so `%2C`,
 * `%28` and `%29` in a URN whose `urn:li:` is not encoded are the URN's own, and its slashes too, except those at the
 * end of the path. A URN that ends in a slash has it as `%2F`.
 *
 * @param url the target of a request that the router has decoded
 * @throws 404 for a path of DataHub that ends in `/<aspect>` after a URN of parts
 */
export function urnOfPath(url: string): string {
  const text = endOf(url);
  if (/(?:\)|%29)\/[^/)]+$/i.test(text)) throwIfAspect(url);
  return decodeURIComponent(text.startsWith('urn:li:') ? text.replace(/%(?=2[89Cc])/g, '%25') : text);
}

/**
 * DataHub serves `<urn>/<aspect>`, too, which a URN without parts can also be. Called for one that does not exist.
 *
 * @throws 404 when the path ends in the name of an aspect
 */
export function throwIfAspect(url: string): void {
  const [, urn = '', aspect = ''] = /^(.+)\/+([^/]+)$/.exec(endOf(url)) ?? [];
  if (!hasRecord(aspect)) return;
  throw new HttpError(
    404,
    `${quoted(`${urn}/${aspect}`)} is not served: ask for ${urn}?aspects=${aspect}. If the slash is one of the URN, the ` +
      'entity does not exist.',
  );
}
