import {
  toEditDeprecation,
  toEditDomain,
  toEditLinks,
  toEditOwners,
  toEditTerms,
} from '../core/authorization.js';
import { listAspects } from '../datahub/aspects/models.js';
import type { Privilege } from '../datahub/privileges.js';
import type { Category } from '../history/change.js';
import {
  type Element,
  type Listed,
  listedAspects,
  type Named,
  nameDeprecation,
  nameElement,
} from '../history/elements.js';
import type { Json } from '../json/lossless-json.js';
import { isListed } from '../visibility/secrets.js';

/** What differs between the aspects whose elements people edit. */
export interface EditKind {
  readonly category: Category;
  readonly aspect: string;
  /** What it is called in messages. */
  readonly noun: string;
  /** Null: the aspect is its only element. */
  readonly listed: Listed | null;
  /** The member of the aspect with who has last changed it, and when. */
  readonly stamp: string | null;
  /** The member of a column's edits that has the same form as the aspect; null: columns have none. */
  readonly ofColumn: string | null;
  /** The privileges of which one is needed. */
  readonly needs: (onColumn: boolean) => readonly Privilege[];
}

/** A kind whose aspect lists its elements. */
const list = (
  aspect: keyof typeof listedAspects,
  kind: Pick<EditKind, 'noun' | 'needs'> & Partial<EditKind>,
): EditKind => {
  const listed: Listed = listedAspects[aspect];
  return { category: listed.category, aspect, listed, stamp: null, ofColumn: null, ...kind };
};

export const kinds = {
  owners: list('ownership', { noun: 'owners', stamp: 'lastModified', needs: () => toEditOwners }),
  domain: list('domains', { noun: 'a domain', needs: () => toEditDomain }),
  terms: list('glossaryTerms', {
    ...{ noun: 'glossary terms', stamp: 'auditStamp', ofColumn: 'glossaryTerms', needs: toEditTerms },
  }),
  links: list('institutionalMemory', { noun: 'links', needs: () => toEditLinks }),
  deprecation: {
    ...{ category: 'DEPRECATION', aspect: 'deprecation', noun: 'a deprecation' },
    ...{ listed: null, stamp: null, ofColumn: null, needs: () => toEditDeprecation },
  },
} as const satisfies Readonly<Record<string, EditKind>>;

const all: readonly EditKind[] = Object.values(kinds);

/** People and policies have privileges of their own (src/ingest/rights.ts). */
const excluded: readonly string[] = ['corpuser', 'corpGroup', 'dataHubPolicy'];

/** Whether people edit elements of a kind on entities of a type: those that have the aspect. */
export const isEditable = ({ aspect }: EditKind, type: string): boolean =>
  listAspects(type).includes(aspect) && isListed(type) && !excluded.includes(type);

/** Returns the kind of a change in the history; undefined for a change that people do not make by these edits. */
export const findKind = (change: {
  readonly category: Category;
  readonly aspect: string | null;
  readonly fieldPath: string;
}): EditKind | undefined =>
  all.find(
    ({ category, aspect, ofColumn }) =>
      category === change.category &&
      (change.fieldPath === ''
        ? change.aspect === aspect
        : ofColumn !== null && change.aspect === 'editableSchemaMetadata'),
  );

/** Returns how the history names an element; null for one that it does not follow. */
export const nameIn = ({ listed }: EditKind, element: Element): Named | null =>
  listed ? nameElement(listed, element) : nameDeprecation(element as Json);
