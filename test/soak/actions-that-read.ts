import type { Choose } from '../support/random.js';
import { type Action, graphql } from './action.js';
import { type Facts, removedKey, toKey } from './facts.js';
import { containers, datasets, tags } from './world.js';

const list = 'tags { tags { tag { urn } } }';
const description = 'editableProperties { description }';

interface Tags {
  readonly tags: readonly { readonly tag: { readonly urn: string } }[];
}
interface Column {
  readonly fieldPath: string;
  readonly description: string | null;
  readonly tags: Tags | null;
}
interface Shown {
  readonly exists: boolean;
  readonly tags: Tags | null;
  readonly editableProperties: { readonly description: string | null } | null;
  readonly editableSchemaMetadata?: { readonly editableSchemaFieldInfo: readonly Column[] } | null;
}

/** What a page of an entity shows: the edited facts. */
export const isShown = (key: string): boolean =>
  /^(globalTags|editable(Dataset|Container)Properties|editableSchemaMetadata\|(TAG|DOCUMENTATION)|dataJobInputOutput)\|/.test(
    key,
  );

export function toFacts(aspect: string, shown: Shown | null): Facts {
  if (!shown?.exists) return null;
  const facts = new Map<string, string | null>();
  for (const { tag } of shown.tags?.tags ?? []) facts.set(toKey('globalTags', 'TAG', '', tag.urn), null);
  const text = shown.editableProperties?.description;
  if (text) facts.set(toKey(aspect, 'DOCUMENTATION'), text);
  for (const one of shown.editableSchemaMetadata?.editableSchemaFieldInfo ?? []) {
    if (one.description)
      facts.set(toKey('editableSchemaMetadata', 'DOCUMENTATION', one.fieldPath), one.description);
    for (const { tag } of one.tags?.tags ?? [])
      facts.set(toKey('editableSchemaMetadata', 'TAG', one.fieldPath, tag.urn), null);
  }
  return facts;
}

const read = (name: 'dataset' | 'container', urns: readonly string[], aspect: string, more = ''): Action => ({
  ...{ operation: `query ${name}`, weight: 10 },
  plan: ({ pick }) => ({ urn: pick(urns) }),
  request: (variables) => ({
    ...{ method: 'POST', url: '/api/graphql' },
    payload: {
      query: `query ($urn: String!) { ${name}(urn: $urn) { exists ${list} ${description} ${more} } }`,
      variables,
    },
  }),
  reads: {
    facts: ({ urn }, data) => new Map([[urn, toFacts(aspect, data[name] as unknown as Shown | null)]]),
  },
});

/** Whether searches find a dataset with a tag of its own: those that are soft-deleted are left out. */
const isFoundBy =
  (tag: string) =>
  (facts: Facts): boolean =>
    facts?.has(toKey('globalTags', 'TAG', '', tag)) === true && !facts.has(removedKey);

const search: Action = {
  ...{ operation: 'query searchAcrossEntities', weight: 6 },
  plan: ({ pick }) => ({ tag: pick(tags) }),
  request: ({ tag }) =>
    graphql('query searchAcrossEntities', {
      input: {
        ...{ query: '*', types: ['DATASET'], count: 0 },
        orFilters: [{ and: [{ field: 'entityTags', values: [tag] }] }],
      },
    }),
  reads: {
    totals: ({ tag }, { searchAcrossEntities }) => [
      { counted: (searchAcrossEntities as { total: number }).total, counts: isFoundBy(tag) },
    ],
  },
};

interface Facets {
  readonly facets: readonly { readonly aggregations: readonly { value: string; count: number }[] }[];
}

const facets: Action = {
  ...{ operation: 'query aggregateAcrossEntities', weight: 3 },
  plan: () => ({}),
  request: () =>
    graphql('query aggregateAcrossEntities', {
      input: { query: '*', types: ['DATASET'], facets: ['entityTags'] },
    }),
  reads: {
    totals(_, { aggregateAcrossEntities }) {
      const [found] = (aggregateAcrossEntities as unknown as Facets).facets;
      return tags.map((tag) => ({
        counted: found?.aggregations.find(({ value }) => value === tag)?.count ?? 0,
        counts: isFoundBy(tag),
      }));
    },
  },
};

const undo = (name: 'undoChanges'): Action => ({
  ...{ operation: `mutation ${name}`, weight: 5, right: 'assets' },
  // Of the last steps, which later ones have perhaps not changed again.
  plan: ({ below }: Choose, step) => ({ step: Math.max(0, step - 1 - below(30)) }),
  request({ step }, made) {
    const changeSet = made.callOf(step);
    return changeSet === undefined ? undefined : graphql(`mutation ${name}`, { changeSet });
  },
  takesBack: ({ step }) => step,
});

export const actionsThatRead: Readonly<Record<string, Action>> = {
  readDataset: read(
    'dataset',
    datasets,
    'editableDatasetProperties',
    `editableSchemaMetadata { editableSchemaFieldInfo { fieldPath description ${list} } }`,
  ),
  readContainer: read('container', containers, 'editableContainerProperties'),
  search,
  facets,
};

export const actionsThatUndo: Readonly<Record<string, Action>> = { undoChanges: undo('undoChanges') };
