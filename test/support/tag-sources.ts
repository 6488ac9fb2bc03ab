import type { Test } from 'tap';
import { aspectCatalog, batchUrl, deletion, freshDataset, proposal } from './aspects.js';
import { field } from './metadata.js';
import { schemaWith } from './schemas.js';
import { checkTaggedEntities } from './tagged-entities.js';

/** Paths of columns by their names in tables: of version 2, and of no version. Other names are paths themselves. */
export const paths = {
  text: '[version=2.0].[type=R].[type=string].x',
  int: '[version=2.0].[type=R].[type=int].x',
  broken: '[version=2.0].[type=R.x',
};

/** An edited column: its path, and the ids of its tags. */
export type Edit = readonly [path: string, ...tags: string[]];

/** Reads edited columns from a table: `x:a text:ab` is the path x with the tag a, and one of version 2 with a and b. */
export const toEdits = (words: string): Edit[] =>
  words.split(' ').map((word) => {
    const [name = '', tags = ''] = word.split(':');
    return [paths[name as keyof typeof paths] ?? name, ...tags];
  });

/** Builds a catalog with functions that show where tags are. */
export async function sourcesCatalog(t: Test, env: Record<string, string> = {}) {
  const catalog = await aspectCatalog(t, { env }, ['DELETE_ENTITY', 'EDIT_ENTITY_STATUS']);
  const { db, put, read } = catalog;
  const schema = schemaWith();
  const used: string[] = [];

  /** Returns a new dataset with a column `x`. */
  async function fresh(): Promise<string> {
    const urn = freshDataset();
    await put(proposal(urn, 'schemaMetadata', { ...schema, fields: [field('x')] }));
    used.push(urn);
    return urn;
  }

  /** Returns how many entities and columns have a tag. */
  async function counted(urn: string): Promise<[number, number]> {
    const { tag } = await read('query ($urn: String!) { tag(urn: $urn) { usage { entities columns } } }', {
      urn,
    });
    return [tag.usage.entities, tag.usage.columns];
  }

  async function places(urn: string) {
    const { tag } = await read(
      `query ($urn: String!) { tag(urn: $urn) { associations { total results { fieldPath declared entity { urn } } } } }`,
      { urn },
    );
    const { total, results } = tag.associations;
    if (total !== results.length) throw new Error(`${total} places, but ${results.length} are shown`);
    return results as { fieldPath: string | null; declared: boolean; entity: { urn: string } }[];
  }

  /** A test whose datasets are deleted at its end, and that compares all counts before and after. */
  const test = (name: string, work: (t: Test) => Promise<unknown>) =>
    t.test(name, async (t) => {
      await work(t);
      await checkTaggedEntities(t, db);
      await put(...used.splice(0).map((urn) => deletion(urn, 'datasetKey')));
      await checkTaggedEntities(t, db, 'after the deletion');
    });

  /** Sends a request with the header `X-Keep-Edited-Tags`, unless it is undefined. */
  const sendKeeping = (keeps: string | undefined, url: string, payload: object) =>
    catalog.app.inject({
      ...{ method: 'POST', url, payload },
      headers: {
        authorization: `Bearer ${catalog.writer.token}`,
        ...(keeps !== undefined && { 'x-keep-edited-tags': keeps }),
      },
    });

  /** Ingests proposals together. @returns the numbers of tags in the warnings */
  async function ingestKeeping(keeps: string | undefined, ...proposals: object[]) {
    const { statusCode, headers, body } = await sendKeeping(keeps, batchUrl, { proposals });
    if (statusCode !== 200) throw new Error(body);
    const count = (warning: RegExp) => Number(warning.exec(String(headers.warning))?.[1] ?? 0);
    return {
      kept: count(/edited tags that the request lacks were kept: (\d+)/),
      leftOut: count(/tags that people have removed were left out: (\d+)/),
    };
  }

  return { ...catalog, schema, fresh, counted, places, test, sendKeeping, ingestKeeping };
}
