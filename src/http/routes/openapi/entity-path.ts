import { quoted } from '../../../core/urn.js';
import { hasRecord } from '../../../ingest/record-name.js';
import { HttpError } from '../../http-error.js';
import { type RequestWithUrn, sentUrn, urnOfPath } from '../urn-path.js';

/**
 * Returns the URN at the end of `/openapi/v3/entity/<type>/<urn>`, which DataHub's SDK does not percent-encode.
 *
 * @throws 404 for a path of DataHub that ends in `/<aspect>` after a URN of parts
 * @throws BAD_REQUEST
 */
export function entityUrnOfPath(request: RequestWithUrn): string {
  if (/(?:\)|%29)\/[^/)]+\/*$/i.test(sentUrn(request))) throwIfAspect(request);
  return urnOfPath(request, true);
}

/**
 * DataHub also has `<urn>/<aspect>`, which can be a URN without parts. Called if no such entity exists.
 *
 * @throws 404 when the path ends in the name of an aspect
 */
export function throwIfAspect(request: RequestWithUrn): void {
  const [, urn = '', aspect = ''] = /^(.+?)\/+([^/]+)\/*$/.exec(sentUrn(request)) ?? [];
  if (!hasRecord(aspect)) return;
  throw new HttpError(
    404,
    `${quoted(`${urn}/${aspect}`)} is not supported: use ${urn}?aspects=${aspect}. If the slash is part of the URN, the ` +
      'entity does not exist.',
  );
}
