import { badRequest } from '../../core/errors.js';
import { readUrn } from '../../core/urn.js';
import { decodedUrn } from './urn-path.js';

const list = /^List\((.*)\)$/s;

/**
 * Returns the URNs of a parameter with a list. Clients encode each URN, or the list, or both, or nothing, so the text as it
 * was sent is read first: decoding would make the commas of a URN those of the list.
 *
 * @param decoded the value of the parameter
 * @throws BAD_REQUEST when neither text is a list
 */
export function listUrns(url: string, name: string, decoded: string): string[] {
  const sent = url
    .slice(url.indexOf('?') + 1)
    .split('&')
    .find((parameter) => parameter.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  const readings = [sent ?? decoded, decoded]
    .filter((text) => list.test(text))
    .map((text) => listItems(name, text).map(decodedItem));
  const isReadable = (urns: readonly string[]) => urns.every((urn) => readUrn(urn) !== null);
  return readings.find(isReadable) ?? readings[0] ?? listItems(name, decoded);
}

/** An item that cannot be decoded is returned as it is, which is not a URN. */
function decodedItem(item: string): string {
  try {
    return decodedUrn(item);
  } catch {
    return item;
  }
}

/**
 * Returns the items of `List(a,b)`, Rest.li's form of a list, without empty ones. The commas between the parentheses of an
 * item, such as those of a URN that is not encoded, are its own.
 *
 * @throws BAD_REQUEST
 */
export function listItems(name: string, text: string): string[] {
  const [, inner] = list.exec(text) ?? [];
  if (inner === undefined) throw badRequest(`${name} is "${text}"; expected List(<item>,<item>…)`);
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= inner.length; at += 1) {
    const character = inner[at];
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === undefined || (character === ',' && depth <= 0)) {
      items.push(inner.slice(from, at));
      from = at + 1;
    }
  }
  return items.filter(Boolean);
}
