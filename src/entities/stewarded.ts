import { readUrn } from '../core/urn.js';
import { isObject, type Json } from '../json/lossless-json.js';

// What stewards write about an entity, as GraphQL shows it. What does not fit DataHub's model is left out.

/** Who did something, and when. */
interface Stamp {
  readonly time: number;
  readonly actor: string;
}

export interface Owner {
  readonly owner: string;
  /** The older name of the type of ownership. */
  readonly type: string | null;
  readonly typeUrn: string | null;
}

export interface Ownership {
  readonly owners: readonly Owner[];
  readonly lastModified: Stamp | null;
}

export interface TermAssociation {
  readonly term: string;
  readonly actor: string | null;
  readonly context: string | null;
}

export interface Link {
  readonly url: string;
  readonly label: string;
  readonly created: Stamp | null;
  readonly updated: Stamp | null;
  readonly showInAssetPreview: boolean | null;
}

/** What views have of a deprecation beside `Deprecation` in views.ts. */
export interface DeprecationDetails {
  readonly decommissionTime: number | null;
  readonly replacement: string | null;
  readonly actor: string | null;
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const time = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);
const array = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function toUrn(value: unknown, types?: readonly string[]): string | null {
  const found = typeof value === 'string' ? readUrn(value) : null;
  return found && (!types || types.includes(found.type)) ? found.urn : null;
}

function toStamp(value: unknown): Stamp | null {
  const [at, actor] = isObject(value) ? [time(value.time), toUrn(value.actor)] : [null, null];
  return at === null || actor === null ? null : { time: at, actor };
}

function toOwner(element: unknown): Owner[] {
  const owner = isObject(element) ? toUrn(element.owner, ['corpuser', 'corpGroup']) : null;
  if (owner === null) return [];
  const { type, typeUrn } = element as Json;
  return [{ owner, type: text(type), typeUrn: toUrn(typeUrn, ['ownershipType']) }];
}

export const toOwnership = ({ owners, lastModified }: Readonly<Json>): Ownership => ({
  owners: array(owners).flatMap(toOwner),
  lastModified: toStamp(lastModified),
});

/** @param elements of the member `terms` of `glossaryTerms` */
export const toTerms = (elements: unknown): TermAssociation[] =>
  array(elements).flatMap((element) => {
    const term = isObject(element) ? toUrn(element.urn, ['glossaryTerm']) : null;
    if (term === null) return [];
    const { actor, context } = element as Json;
    return [{ term, actor: toUrn(actor), context: text(context) }];
  });

/** Returns the only domain; of several, the first. */
export const toDomain = ({ domains }: Readonly<Json>): string | null =>
  array(domains)
    .map((urn) => toUrn(urn, ['domain']))
    .find((urn) => urn !== null) ?? null;

export const toLinks = ({ elements }: Readonly<Json>): Link[] =>
  array(elements).flatMap((element) => {
    if (!isObject(element) || typeof element.url !== 'string') return [];
    const { url, description, createStamp, updateStamp, settings } = element;
    const shown = isObject(settings) ? settings.showInAssetPreview : null;
    return [
      {
        ...{ url, label: text(description) ?? '' },
        ...{ created: toStamp(createStamp), updated: toStamp(updateStamp) },
        showInAssetPreview: typeof shown === 'boolean' ? shown : null,
      },
    ];
  });

export const toDeprecationDetails = ({
  decommissionTime,
  replacement,
  actor,
}: Readonly<Json>): DeprecationDetails => ({
  decommissionTime: time(decommissionTime),
  replacement: toUrn(replacement),
  actor: toUrn(actor),
});
