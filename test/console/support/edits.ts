import type { Locator, Page } from 'playwright-core';
import type { ConsoleService } from './service.js';

/** Returns the tags of entities and of their columns, sorted, as texts of a place and a tag. */
export async function readTags(service: ConsoleService, urns: readonly string[]): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let start = 0; start < urns.length; start += 50) {
    const { entities } = await service.graphql<{ entities: Tagged[] }>(
      `query ($urns: [String!]!) {
        entities(urns: $urns) {
          urn
          ... on Asset { tags { tags { tag { urn } } } }
          ... on Dataset {
            editableSchemaMetadata { editableSchemaFieldInfo { fieldPath tags { tags { tag { urn } } } } }
          }
        }
      }`,
      { urns: urns.slice(start, start + 50) },
    );
    for (const { urn, tags, editableSchemaMetadata } of entities) {
      for (const { tag } of tags?.tags ?? []) texts.push(`${urn} ${tag.urn}`);
      for (const field of editableSchemaMetadata?.editableSchemaFieldInfo ?? [])
        for (const { tag } of field.tags?.tags ?? []) texts.push(`${urn} ${field.fieldPath} ${tag.urn}`);
    }
  }
  return texts.sort();
}

interface Tags {
  readonly tags?: readonly { readonly tag: { readonly urn: string } }[];
}
interface Tagged {
  readonly urn: string;
  readonly tags?: Tags | null;
  readonly editableSchemaMetadata?: {
    readonly editableSchemaFieldInfo: readonly { readonly fieldPath: string; readonly tags: Tags | null }[];
  } | null;
}

/** Returns the URNs of all datasets that a search finds. */
export async function findDatasets(service: ConsoleService, query = '*'): Promise<readonly string[]> {
  const { scrollAcrossEntities } = await service.graphql<{
    scrollAcrossEntities: { searchResults: { entity: { urn: string } }[] };
  }>(
    `query ($query: String!) {
      scrollAcrossEntities(input: { query: $query, types: [DATASET], count: 10000 }) {
        searchResults { entity { urn } }
      }
    }`,
    { query },
  );
  return scrollAcrossEntities.searchResults.map(({ entity }) => entity.urn);
}

export const changeTags = (
  service: ConsoleService,
  verb: 'Add' | 'Remove',
  tag: string,
  urns: readonly string[],
  token?: string,
) =>
  service.graphql(
    `mutation ($input: Batch${verb}TagsInput!) { batch${verb}Tags(input: $input) }`,
    { input: { tagUrns: [tag], resources: urns.map((resourceUrn) => ({ resourceUrn })) } },
    token,
  );

/** Moves the focus with the Tab key until an element has it, as a person without a pointer does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < 300; step += 1) {
    if ((await target.and(page.locator(':focus')).count()) === 1) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not lead to ${target}`);
}

/** The option that Enter checks. While the service is asked, the list is that of an earlier text, and Enter does nothing. */
export const best = (picker: Locator, name: string | RegExp): Locator =>
  picker.getByRole('option', { name }).and(picker.page().locator('.at'));

/** Chooses tags in the picker that is open, and applies them with the keyboard. */
export async function pick(page: Page, ...names: readonly string[]): Promise<void> {
  const picker = page.getByRole('dialog', { name: /tags/i });
  const box = picker.getByRole('combobox');
  for (const name of names) {
    await box.fill(name);
    await best(picker, name).waitFor();
    await page.keyboard.press('Enter');
    await picker.getByRole('option', { name, checked: true }).waitFor();
  }
  await page.keyboard.press('Control+Enter');
  await picker.waitFor({ state: 'hidden' });
}

/** The message that an action leaves, for eight seconds. */
export const message = (page: Page, text: string | RegExp): Locator =>
  page.locator('.toast').filter({ hasText: text });

/** Keeps a message for as long as a slow machine needs: its time does not run while the pointer is on it. */
export const hold = (page: Page, text: string | RegExp): Promise<void> => message(page, text).hover();

/** Takes back what a message says. */
export const undo = (page: Page, text: string | RegExp): Promise<void> =>
  message(page, text).getByRole('button', { name: 'Undo' }).click();

/** Counts the entities and columns that have a tag. */
export async function countPlaces(service: ConsoleService, urn: string): Promise<number> {
  const { tag } = await service.graphql<{ tag: { associations: { total: number } } }>(
    'query ($urn: String!) { tag(urn: $urn) { associations { total } } }',
    { urn },
  );
  return tag.associations.total;
}
