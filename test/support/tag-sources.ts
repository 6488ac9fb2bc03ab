import type { Test } from 'tap';
import { aspectCatalog, deletion, freshDataset, proposal } from './aspects.js';
import { field } from './metadata.js';
import { checkTaggedEntities } from './tagged-entities.js';

/** Builds a catalog with functions that show where tags are. */
export async function sourcesCatalog(t: Test) {
  const catalog = await aspectCatalog(t, {}, ['DELETE_ENTITY']);
  const { db, put, read } = catalog;
  const schema = {
    ...{ schemaName: 's', platform: 'urn:li:dataPlatform:hive', version: 0, hash: '' },
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
  };
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

  return { ...catalog, schema, fresh, counted, places, test };
}
