import { batched } from '../db/batched.js';
import type { EditableSchemaField, Entity, Properties, SchemaField, Tag } from '../domain/catalog.js';
import { globalTagsView, tagView } from '../domain/tag-view.js';
import { parseContainerUrn, parseDatasetUrn, parseTagUrn } from '../domain/urn.js';
import type { CatalogStore } from './store.js';

/** What any valid caller may read. Null: there is none. A URN of another shape or type is a BAD_REQUEST. */
export interface CatalogReads {
  dataset(urn: string): Promise<Entity | null>;
  container(urn: string): Promise<Entity | null>;
  /** The container that it is in. */
  parent(entity: Entity): Promise<Entity | null>;
  tag(urn: string): Promise<Tag | null>;
  properties(entity: Entity): Promise<Properties | null>;
  schema(datasetUrn: string): Promise<readonly SchemaField[] | null>;
  editableSchema(datasetUrn: string): Promise<readonly EditableSchemaField[] | null>;
}

/** Every read is batched with those of concurrent requests, and fresh. */
export function catalogReads(store: CatalogStore): CatalogReads {
  const entities = batched(store.entities);
  const parents = batched(store.parents);
  const tags = batched(store.tags);
  const properties = batched(store.properties);
  const schemas = batched(store.schemas);
  const editableSchemas = batched(store.editableSchemas);

  async function entity(urn: string): Promise<Entity | null> {
    const row = await entities(urn);
    return row ? { ...row, tags: globalTagsView(urn, row.tags) } : null;
  }

  async function tag(urn: string): Promise<Tag | null> {
    const row = await tags(urn);
    return row ? tagView(row) : null;
  }

  /** A schema may name a tag that was deleted since; it still has its URN. */
  const mentioned = async (urn: string): Promise<Tag> =>
    (await tag(urn)) ?? tagView({ urn, name: null, description: null, colorHex: null });

  return {
    dataset: async (urn) => entity(parseDatasetUrn(urn, 'urn').urn),
    container: async (urn) => entity(parseContainerUrn(urn, 'urn')),
    async parent({ urn }) {
      const row = await parents(urn);
      return row ? entity(row.parent) : null;
    },
    tag: async (urn) => tag(parseTagUrn(urn, 'urn')),
    properties: async ({ urn }) => (await properties(urn)) ?? null,

    async schema(datasetUrn) {
      const schema = await schemas(datasetUrn);
      if (!schema) return null;
      return Promise.all(
        schema.fields.map(async ({ tagUrns, ...field }) => ({
          ...field,
          tags: tagUrns && {
            tags: await Promise.all(
              tagUrns.map(async (urn) => ({ tag: await mentioned(urn), associatedUrn: datasetUrn })),
            ),
          },
        })),
      );
    },

    async editableSchema(datasetUrn) {
      const schema = await editableSchemas(datasetUrn);
      if (!schema) return null;
      return schema.fields.map((field) => ({ ...field, tags: globalTagsView(datasetUrn, field.tags) }));
    },
  };
}
