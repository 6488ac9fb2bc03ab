const pattern = /\/openapi\/+v3\/+entity\/+[^/?#]+\/+([^?#]*[^?#/])/;

/**
 * Returns the URN at the end of `/openapi/v3/entity/<type>/<urn>`. DataHub's SDK does not percent-encode it, so `%2C`,
 * `%28` and `%29` in a URN whose `urn:li:` is not encoded are the URN's own, and its slashes too, except those at the
 * end of the path. A URN that ends in a slash has it as `%2F`.
 *
 * @param url the target of a request that the router has decoded
 */
export function urnOfPath(url: string): string {
  const [, text = ''] = pattern.exec(url) ?? [];
  return decodeURIComponent(text.startsWith('urn:li:') ? text.replace(/%(?=2[89Cc])/g, '%25') : text);
}
