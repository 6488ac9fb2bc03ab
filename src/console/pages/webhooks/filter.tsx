import { useSignal } from '@preact/signals';
import { urnName } from '../../../client/urn-name.js';
import type { Webhook } from '../../../client/webhook.js';
import { eventCategories, operations } from '../../../datahub/change-kinds.js';
import { entityTypeName } from '../../../datahub/entity-types.js';
import { CheckBoxes } from '../../kit/check-box.js';
import { Picker } from '../../kit/picker.js';
import type { Suggestion } from '../../kit/suggest.js';
import { completeTypes } from '../../model/complete.js';
import { typeNames } from '../../model/entity-types.js';

const offeredTypes = [
  'dataset',
  'schemaField',
  'container',
  'chart',
  'dashboard',
  'dataJob',
  'dataFlow',
  'tag',
];
const [completeTags, completePlatforms, completeContainers] = [
  completeTypes('TAG'),
  completeTypes('DATA_PLATFORM'),
  completeTypes('CONTAINER'),
];

/** As in "Glossary term" for `GLOSSARY_TERM`. */
export const toWords = (name: string): string => {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** @param type as in URNs */
export const typeText = (type: string): string =>
  type === 'schemaField' ? 'Columns' : typeNames(entityTypeName(type));

const toSuggestions = (urns: readonly string[] = []): readonly Suggestion[] =>
  urns.map((urn) => ({ value: urn, label: urnName(urn) }));
const toUrns = (chosen: readonly Suggestion[]) => chosen.map(({ value }) => value);

/** The state of the fields that say which changes a webhook receives. */
export function useFilter(webhook: Webhook | undefined) {
  const lists = {
    categories: useSignal<readonly string[]>(webhook?.categories ?? []),
    operations: useSignal<readonly string[]>(webhook?.operations ?? []),
    entityTypes: useSignal<readonly string[]>(webhook?.entityTypes ?? []),
    tags: useSignal(toSuggestions(webhook?.tagUrns)),
    platforms: useSignal(toSuggestions(webhook?.platforms)),
    containers: useSignal(toSuggestions(webhook?.containers)),
  };
  return {
    ...lists,
    input: () => ({
      categories: [...lists.categories.value],
      operations: [...lists.operations.value],
      entityTypes: [...lists.entityTypes.value],
      tagUrns: toUrns(lists.tags.value),
      platforms: toUrns(lists.platforms.value),
      containers: toUrns(lists.containers.value),
    }),
  };
}

export function FilterFields({ filter }: { filter: ReturnType<typeof useFilter> }) {
  const types = [...new Set([...offeredTypes, ...filter.entityTypes.value])];
  return (
    <>
      <h3>Which changes</h3>
      <p class="soft">
        A change must match every criterion that you fill in, by one of its values. Without any, the webhook
        receives all changes.
      </p>
      <CheckBoxes
        legend="Kinds"
        options={eventCategories.map((name) => [name, toWords(name)] as const)}
        chosen={filter.categories}
      />
      <CheckBoxes
        legend="Operations"
        options={operations.map((name) => [name, toWords(name)] as const)}
        chosen={filter.operations}
      />
      <CheckBoxes
        legend="Types of entities"
        options={types.map((type) => [type, typeText(type)] as const)}
        chosen={filter.entityTypes}
      />
      <Picker label="Tags" placeholder="Add a tag" find={completeTags} chosen={filter.tags} />
      <Picker
        label="Platforms"
        placeholder="Add a platform"
        find={completePlatforms}
        chosen={filter.platforms}
      />
      <Picker
        label="In these containers, at any depth"
        placeholder="Add a container"
        find={completeContainers}
        chosen={filter.containers}
      />
    </>
  );
}
