import { links, type Narrowed } from '../../model/links.js';

export interface Filter {
  readonly field: string;
  readonly value: string;
}

/** A search. All of it is in the address. */
export interface Search extends Required<Narrowed> {
  readonly query: string;
}

/** The field of the rule by which only soft-deleted entities are found. */
export const removed = 'removed';

export function readSearch(url: string): Search {
  const given = new URL(url, location.origin).searchParams;
  const page = Number(given.get('page') ?? 1);
  return {
    query: given.get('query') ?? '',
    filters: given.getAll('filters').map(readFilter),
    types: given.getAll('types'),
    sort: given.get('sort') ?? '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

function readFilter(text: string): Filter {
  const [field = ''] = text.split(':', 1);
  return { field, value: text.slice(field.length + 1) };
}

export const searchHref = (search: Search): string => links.find(search.query, search);

/** Whether nothing is searched for. */
export const isBlank = ({ query, filters, types, sort }: Search): boolean =>
  query.trim() === '' && filters.length === 0 && types.length === 0 && sort === '';

/** The field of the types of entities, which a search takes beside its rules. */
export const typeField = '_entityType';

export const hasValue = (search: Search, field: string, value: string): boolean =>
  chosenValues(search, field).includes(value);

export const chosenValues = ({ filters, types }: Search, field: string): readonly string[] =>
  field === typeField ? types : filters.filter((one) => one.field === field).map(({ value }) => value);

/** Adds a value of a field, or takes it away. The first page of the new search is next. */
export function toggled(search: Search, field: string, value: string): Search {
  const has = hasValue(search, field, value);
  const { filters, types } = search;
  if (field === typeField)
    return { ...search, page: 1, types: has ? types.filter((type) => type !== value) : [...types, value] };
  const rest = filters.filter((one) => one.field !== field || one.value !== value);
  return { ...search, page: 1, filters: has ? rest : [...filters, { field, value }] };
}

/** Returns the search without what it asks of a field. */
export const without = (search: Search, field: string): Search => ({
  ...search,
  filters: search.filters.filter((one) => one.field !== field),
  types: field === typeField ? [] : search.types,
});
