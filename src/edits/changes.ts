import type { AuditStamp } from '../core/clock.js';
import { badRequest, notFound } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import type { Element } from '../history/elements.js';
import { isObject, type Json } from '../json/lossless-json.js';

/**
 * Returns the elements that are there afterwards; the same list if nothing changes. Linear: ingested lists can be long.
 *
 * @throws BAD_REQUEST, NOT_FOUND
 */
export type Change = (elements: readonly Element[], audit: AuditStamp) => readonly Element[];

/** Elements that are there already keep their position; new ones come last, each once. */
export const adding =
  (added: readonly Json[], toKey: (element: Json) => string): Change =>
  (elements) => {
    const known = new Set(elements.filter(isObject).map(toKey));
    const missing = added.filter((one) => !known.has(toKey(one)) && known.add(toKey(one)));
    return missing.length === 0 ? elements : [...elements, ...missing];
  };

export const removing =
  (isRemoved: (element: Json) => boolean): Change =>
  (elements) => {
    const left = elements.filter((element) => !isObject(element) || !isRemoved(element));
    return left.length === elements.length ? elements : left;
  };

/** A link to documentation, which is known by its address and its label. */
export interface LinkInput {
  readonly url: string;
  readonly label: string;
  readonly showInAssetPreview?: boolean | null | undefined;
}

type LinkKey = Pick<LinkInput, 'url' | 'label'>;

/** @param replaces whether the link may be there already, and gets other settings then */
export const addingLink =
  (urn: string, link: LinkInput, replaces: boolean): Change =>
  (elements, audit) => {
    const at = findLink(elements, link);
    if (at === -1) return [...elements, { ...members(link), createStamp: { ...audit } }];
    if (!replaces) throw hasLink(urn, link);
    return changeAt(elements, at, { ...members(link), updateStamp: { ...audit } });
  };

export const updatingLink =
  (urn: string, current: LinkKey, link: LinkInput): Change =>
  (elements, audit) => {
    const at = findLink(elements, current);
    if (at === -1)
      throw notFound(`${quoted(urn)} does not have the link ${quoted(current.url)} with this label`);
    const other = findLink(elements, link);
    if (other !== -1 && other !== at) throw hasLink(urn, link);
    return changeAt(elements, at, { ...members(link), updateStamp: { ...audit } });
  };

/** @param label null: whatever the label */
export const removingLink = (url: string, label: string | null | undefined): Change =>
  removing((one) => one.url === url && (label == null || one.description === label));

const findLink = (elements: readonly Element[], { url, label }: LinkKey) =>
  elements.findIndex((one) => isObject(one) && one.url === url && one.description === label);

const changeAt = (elements: readonly Element[], at: number, changed: Json) =>
  elements.with(at, { ...(elements[at] as Json), ...changed });

const members = ({ url, label: description, showInAssetPreview }: LinkInput): Json => ({
  ...{ url, description },
  ...(showInAssetPreview != null && { settings: { showInAssetPreview } }),
});

const hasLink = (urn: string, { url }: LinkKey) =>
  badRequest(`${quoted(urn)} has the link ${quoted(url)} with this label already`);
