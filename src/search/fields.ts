import { badRequest } from '../core/errors.js';
import { toMap } from '../core/to-map.js';
import { quoted } from '../core/urn.js';
import { absentFields } from './absent-fields.js';

/** Where the values of a field are. `match-sql.ts` and its neighbours have the SQL. */
export type Source =
  /** A field of the document. */
  | { readonly kind: 'stored'; readonly name: string }
  /** The tags of the entity, with these kinds of places. */
  | { readonly kind: 'tags'; readonly on: 'any' | 'entity' | 'columns' | 'edited' }
  | { readonly kind: 'columns'; readonly of: 'paths' | 'descriptions' | 'labels' | 'edited' }
  /** References from aspects of the entity. */
  | { readonly kind: 'references'; readonly relationship: string; readonly aspects: readonly string[] }
  | { readonly kind: 'urn' }
  /** The names that GraphQL has for types. */
  | { readonly kind: 'type' }
  /** `true` or `false`: whether it is soft-deleted. */
  | { readonly kind: 'removed' }
  /** `true` or `false`: whether any of these has a value. */
  | { readonly kind: 'has'; readonly of: readonly Source[] };

/** Hierarchies: `edges` are references from the child to its parent. */
export interface Hierarchy {
  readonly edges: readonly string[];
  /** The URNs of what can contain others, as a range without its end: one index finds them among all that is inside. */
  readonly range: readonly [from: string, to: string];
  /** The aspects and relationships with which an entity refers to what it is in. */
  readonly links: readonly Extract<Source, { kind: 'references' }>[];
}

export interface Field {
  readonly name: string;
  /** Empty: no entity has a value. */
  readonly sources: readonly Source[];
  /** The weight of its words in `search_documents.words`; null when its values are not texts but names of things. */
  readonly weight: 'A' | 'B' | 'C' | 'D' | null;
  /** Types of the entities that its values are URNs of, whose ids stand for them in a query. */
  readonly urnTypes: readonly string[];
  /** The only possible values; null: any text. */
  readonly values: 'boolean' | 'time' | 'type' | null;
  readonly hierarchy: Hierarchy | null;
}

const stored = (name: string): Source => ({ kind: 'stored', name });
const tags = (on: 'any' | 'entity' | 'columns' | 'edited'): Source => ({ kind: 'tags', on });
const columns = (of: 'paths' | 'descriptions' | 'labels' | 'edited'): Source => ({ kind: 'columns', of });
const references = (relationship: string, ...aspects: string[]) =>
  ({ kind: 'references', relationship, aspects }) as const;

const columnTerms = [
  references('SchemaFieldWithGlossaryTerm', 'schemaMetadata'),
  references('EditableSchemaFieldWithGlossaryTerm', 'editableSchemaMetadata'),
];

/** The fields of containers, domains and terms, by the field that has them. */
const hierarchies: ReadonlyMap<string, Hierarchy> = toMap({
  container: {
    edges: ['container'],
    range: ['urn:li:container:', 'urn:li:container;'],
    links: [references('IsPartOf', 'container')],
  },
  domains: {
    edges: ['domainProperties'],
    range: ['urn:li:domain:', 'urn:li:domain;'],
    links: [references('AssociatedWith', 'domains')],
  },
  glossaryTerms: {
    edges: ['glossaryTermInfo', 'glossaryNodeInfo'],
    range: ['urn:li:glossaryNode:', 'urn:li:glossaryTerm;'],
    links: [references('TermedWith', 'glossaryTerms'), ...columnTerms],
  },
});

export const containers: Hierarchy = hierarchies.get('container')!;

const urnTypes: ReadonlyMap<string, readonly string[]> = toMap({
  platform: ['dataPlatform'],
  owners: ['corpuser', 'corpGroup'],
  domains: ['domain'],
  parentDomain: ['domain'],
  glossaryTerms: ['glossaryTerm'],
  fieldGlossaryTerms: ['glossaryTerm'],
  editedFieldGlossaryTerms: ['glossaryTerm'],
  container: ['container'],
  parentNode: ['glossaryNode'],
  ...Object.fromEntries(
    ['tags', 'entityTags', 'fieldTags', 'editedFieldTags'].map((name) => [name, ['tag']]),
  ),
});

const valuesByField: ReadonlyMap<string, Field['values']> = toMap({
  _entityType: 'type',
  type: 'type',
  created: 'time',
  createdAt: 'time',
  lastModifiedAt: 'time',
  active: 'boolean',
  deprecated: 'boolean',
  removed: 'boolean',
});

const table = new Map<string, Field>();
const define = (name: string, weight: Field['weight'], ...sources: Source[]) =>
  table.set(name, {
    name,
    sources,
    weight,
    urnTypes: urnTypes.get(name) ?? [],
    values: sources[0]?.kind === 'has' ? 'boolean' : (valuesByField.get(name) ?? null),
    hierarchy: hierarchies.get(name) ?? null,
  });

/** Fields whose values are also lines of `search_documents.names`. */
export const nameFields: ReadonlySet<string> = new Set(
  'id name qualifiedName displayName title fullName editedName ldap username'.split(' '),
);

for (const name of nameFields) define(name, 'A', stored(name));
// The name that people show of a user is in an edited aspect.
define('displayName', 'A', stored('displayName'), stored('editedName'));
define('_entityName', 'A', stored('name'), stored('editedName'), stored('id'));
define('description', 'B', stored('description'), stored('editedDescription'));
define('editedDescription', 'B', stored('editedDescription'));
define('customProperties', 'C', stored('customProperties'));
define('fieldPaths', 'D', columns('paths'));
define('fieldLabels', 'D', columns('labels'));
define('fieldDescriptions', 'D', columns('descriptions'), columns('edited'));
define('editedFieldDescriptions', 'D', columns('edited'));

for (const name of `active browsePathV2 browsePaths container created createdAt deprecated domains email externalUrl
  lastModifiedAt owners platform platformInstance primaryKey resourceType secondaryKeys source status typeNames`.split(
  /\s+/,
))
  define(name, null, stored(name));
for (const name of ['origin', 'env']) define(name, null, stored('origin'), stored('env'));

define('tags', null, tags('any'));
define('entityTags', null, tags('entity'));
define('fieldTags', null, tags('columns'));
define('editedFieldTags', null, tags('edited'));
define('glossaryTerms', null, stored('glossaryTerms'), ...columnTerms);
define('fieldGlossaryTerms', null, ...columnTerms);
define('editedFieldGlossaryTerms', null, columnTerms[1]!);
define('parentDomain', null, references('IsPartOf', 'domainProperties'));
define('parentNode', null, references('IsPartOf', 'glossaryTermInfo', 'glossaryNodeInfo'));
define('siblings', null, references('SiblingOf', 'siblings'));
define('upstreams', null, references('DownstreamOf', 'upstreamLineage'));

define('urn', null, { kind: 'urn' });
for (const name of ['_entityType', 'type']) define(name, null, { kind: 'type' });
define('removed', null, { kind: 'removed' });

const has = (name: string, ...of: Source[]) => define(name, null, { kind: 'has', of });
has('hasTags', tags('entity'));
has('hasOwners', stored('owners'));
has('hasDescription', stored('description'), stored('editedDescription'));
has('hasContainer', stored('container'));
has('hasDomain', stored('domains'));
has('hasGlossaryTerms', stored('glossaryTerms'));

for (const name of absentFields) if (!table.has(name)) define(name, null);

/** The weights of the fields that documents have texts of, and of the paths of columns. Both names of a user repeat `id`. */
export const textFields: ReadonlyMap<string, NonNullable<Field['weight']>> = new Map(
  [...table.values()].flatMap(({ name, weight, sources: [source] }) =>
    weight !== null &&
    (source?.kind === 'stored' ? source.name === name : name === 'fieldPaths') &&
    !['ldap', 'username'].includes(name)
      ? [[name, weight]]
      : [],
  ),
);

/** The names of the fields that an entity can have a value of. */
export const fieldNames: readonly string[] = [...table.values()]
  .filter(({ sources }) => sources.length > 0)
  .map(({ name }) => name)
  .sort();

/** Suffixes of DataHub's index for analysed fields: here, every value is stored once. */
const subField = /\.(keyword|delimited|ngram|exact|partial|stemmed)$/;

/** Returns a field by DataHub's name of it, or by its name with a sub-field (`platform.keyword`); null for no field. */
export function fieldNamed(given: string): Field | null {
  const name = given.replace(subField, '');
  if (name.startsWith('structuredProperties.'))
    return { name, sources: [], weight: null, urnTypes: [], values: null, hierarchy: null };
  return table.get(name) ?? null;
}

/** @throws BAD_REQUEST for a name that neither the catalog nor DataHub knows */
export function findField(name: string): Field {
  const field = fieldNamed(name);
  if (field === null) throw badRequest(unknownField(name));
  return field;
}

export const unknownField = (name: string): string =>
  `${quoted(name)} is not a field; the fields are ${fieldNames.join(', ')}`;
