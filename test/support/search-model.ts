import type { Rule, SearchRequest } from '../../src/search/request.js';
import { splitWords, toTokens } from '../../src/search/words.js';

// biome-ignore lint/suspicious/noExplicitAny: aspects of any shape
type Aspects = Map<string, any>;

/** A search over aspects in memory, without an index: every entity is tested by every rule. */
export class SearchModel {
  readonly entities = new Map<string, Aspects>();

  put(urn: string, name: string, value: unknown): void {
    const aspects = this.entities.get(urn) ?? new Map();
    this.entities.set(urn, aspects.set(name, value));
  }

  /** Returns the URNs of what a request finds, in the order of their bytes. */
  matches(request: SearchRequest): string[] {
    return [...this.entities.keys()].filter((urn) => this.isMatch(urn, request)).sort();
  }

  /** Returns how many of these entities have each value of a field, the commonest first. */
  counts(urns: readonly string[], ...fields: string[]): [string, number][] {
    const counts = new Map<string, number>();
    for (const urn of urns) {
      const [first = [], second] = fields.map((field) => this.values(urn, field));
      const values = second ? first.flatMap((a) => second.map((b) => `${a}\u241e${b}`)) : first;
      for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  }

  isMatch(urn: string, { types, query, filter, includeSoftDeleted }: SearchRequest): boolean {
    if (!types!.includes(getType(urn))) return false;
    const namesRemoved = filter.some((rules) => rules.some(({ field }) => field === 'removed'));
    if (!includeSoftDeleted && !namesRemoved && this.values(urn, 'removed')[0] === 'true') return false;
    if (filter.length > 0 && !filter.some((rules) => rules.every((rule) => this.passes(urn, rule))))
      return false;
    return query === '*' || query.split(' ').every((word) => this.hasWord(urn, word));
  }

  passes(urn: string, { field, values, condition, negated }: Rule): boolean {
    const own = this.values(urn, field);
    const lower = own.map((value) => value.toLowerCase());
    const wanted = values.map((value) => value.toLowerCase());
    const some = (test: (own: string, wanted: string) => boolean) =>
      lower.some((value) => wanted.some((each) => test(value, each)));
    const found = {
      EXISTS: () => own.length > 0,
      EQUAL: () => own.some((value) => values.includes(value)),
      IN: () => own.some((value) => values.includes(value)),
      IEQUAL: () => some((a, b) => a === b),
      CONTAIN: () => some((a, b) => a.includes(b)),
      START_WITH: () => some((a, b) => a.startsWith(b)),
      END_WITH: () => some((a, b) => a.endsWith(b)),
      GREATER_THAN: () => own.some((value) => Number(value) > Number(values[0])),
      LESS_THAN_OR_EQUAL_TO: () => own.some((value) => Number(value) <= Number(values[0])),
    }[condition as 'EQUAL']();
    return found !== negated;
  }

  /** A word is the beginning of a word of the entity, or of a tag that it carries. */
  hasWord(urn: string, word: string): boolean {
    const isIn = (of: string) => this.texts(of).some((text) => begins(text, word));
    return isIn(urn) || this.values(urn, 'tags').some(isIn);
  }

  values(urn: string, field: string): string[] {
    const aspects = this.entities.get(urn) ?? new Map();
    const properties =
      aspects.get('datasetProperties') ?? aspects.get('containerProperties') ?? aspects.get('tagProperties');
    const columns: Columns = aspects.get('schemaMetadata')?.fields ?? [];
    const edited: Columns = aspects.get('editableSchemaMetadata')?.editableSchemaFieldInfo ?? [];
    const listTags = (of: Columns) =>
      of.flatMap((column) => column.globalTags?.tags.map(({ tag }) => tag) ?? []);
    const collectTerms = (of: Columns) =>
      of.flatMap((column) => column.glossaryTerms?.terms.map((term) => term.urn) ?? []);
    const key = /^urn:li:dataset:\((.*),(.*),(.*)\)$/.exec(urn);
    const one = (value: unknown) => (value === undefined ? [] : [String(value)]);
    const byField: Record<string, () => string[]> = {
      urn: () => [urn],
      _entityType: () => [getType(urn).toUpperCase()],
      id: () => [key?.[2] ?? urn.split(':')[3]!],
      name: () => one(properties?.name),
      description: () => one(properties?.description),
      customProperties: () => Object.entries(properties?.customProperties ?? {}).map(([k, v]) => `${k}=${v}`),
      lastModifiedAt: () => one(properties?.lastModified?.time),
      platform: () => one(key?.[1]),
      origin: () => one(key?.[3]),
      removed: () => [String(aspects.get('status')?.removed ?? false)],
      deprecated: () => one(aspects.get('deprecation')?.deprecated),
      typeNames: () => aspects.get('subTypes')?.typeNames ?? [],
      container: () => one(aspects.get('container')?.container),
      domains: () => aspects.get('domains')?.domains ?? [],
      owners: () => (aspects.get('ownership')?.owners ?? []).map(({ owner }: { owner: string }) => owner),
      tags: () => [
        ...(aspects.get('globalTags')?.tags ?? []).map(({ tag }: { tag: string }) => tag),
        ...this.values(urn, 'fieldTags'),
      ],
      fieldTags: () => [...listTags(columns), ...listTags(edited)],
      editedFieldTags: () => listTags(edited),
      glossaryTerms: () => [
        ...(aspects.get('glossaryTerms')?.terms ?? []).map((term: { urn: string }) => term.urn),
        ...collectTerms(columns),
        ...collectTerms(edited),
      ],
      hasTags: () => [String((aspects.get('globalTags')?.tags ?? []).length > 0)],
      hasOwners: () => [String(this.values(urn, 'owners').length > 0)],
      fieldPaths: () => columns.map(({ fieldPath }) => fieldPath),
      platformInstance: () => [],
    };
    return [...new Set(byField[field]!())];
  }

  texts(urn: string): string[] {
    return ['id', 'name', 'description', 'customProperties', 'fieldPaths'].flatMap((field) =>
      this.values(urn, field),
    );
  }
}

type Columns = {
  fieldPath: string;
  globalTags?: { tags: { tag: string }[] };
  glossaryTerms?: { terms: { urn: string }[] };
}[];

const getType = (urn: string) => urn.split(':')[2]!;

/** Whether a text has a word that begins with this one. The parts of a word with camel case are words, too. */
function begins(text: string, word: string): boolean {
  const wanted = toTokens(word).join(' ');
  const places = [...splitWords(text)].flatMap(({ parts, whole }) =>
    parts.map((_, start) => [parts.slice(start).join(' '), start === 0 ? whole : '']),
  );
  return places.flat().some((found) => found.startsWith(wanted));
}
