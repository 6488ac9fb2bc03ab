import { createColumnReader } from '../columns/read.js';
import type { columnStores, EditableFieldRow, SchemaFieldRow } from '../columns/view-store.js';
import type { Columns, EditableSchemaField, SchemaField } from '../columns/views.js';
import type { Actor } from '../core/actor.js';
import { checkRead } from '../core/authorization.js';
import { type ParsedUrn, parseContainerUrn, parseDatasetUrn, parseTagUrn, parseUrn } from '../core/urn.js';
import { createBatchLoader, withinLimit } from '../db/batch-loader.js';
import type { Tag } from '../tags/tag-view.js';
import { globalTagsView, tagView } from '../tags/tag-view.js';
import { type AssetType, parseAssetUrn } from './asset-urn.js';
import { detailReads } from './details.js';
import type { ViewStore } from './view-store.js';
import type { Deprecation, Entity } from './views.js';

/**
 * Reads that need no privilege. They return null for what does not exist.
 *
 * @throws BAD_REQUEST when a URN has another shape or type
 */
export interface CatalogReads extends ReturnType<typeof detailReads> {
  /** @throws UNAUTHORIZED for a policy, whether it exists or not, without the right to list policies */
  entity(actor: Actor, urn: string): Promise<Entity | Tag | null>;
  /** @throws as `entity` */
  exists(actor: Actor, urn: string): Promise<boolean>;
  /** Returns an entity that another one refers to. */
  referenced(urn: string): Promise<Entity | Tag | null>;
  dataset(urn: string): Promise<Entity | null>;
  container(urn: string): Promise<Entity | null>;
  asset(type: AssetType, urn: string): Promise<Entity | null>;
  /** Returns the container that an entity is in. */
  parent(entity: Entity): Promise<Entity | null>;
  tag(urn: string): Promise<Tag | null>;
  deprecation(entity: Entity): Promise<Deprecation | null>;
  /** Returns when ingestion last wrote an aspect of an entity, in ms since the epoch; null for never. */
  lastIngested(entity: Entity): Promise<number | null>;
  schema(datasetUrn: string): Promise<Columns<SchemaField> | null>;
  editableSchema(datasetUrn: string): Promise<Columns<EditableSchemaField> | null>;
}

/** Every read shares its statement with concurrent requests. Nothing is cached. */
export function catalogReads(
  store: ViewStore,
  details: Parameters<typeof detailReads>[0],
  columns: ReturnType<typeof columnStores>,
): CatalogReads {
  const entities = withinLimit(store.entities, { name: 'entities' });
  const parents = createBatchLoader(store.parents, { name: 'containers' });
  const tags = withinLimit(store.tags, { name: 'tags' });
  const existing = createBatchLoader(store.existing, { name: 'existing' });
  const deprecations = withinLimit(store.deprecations, { name: 'deprecations' });
  const lastIngested = createBatchLoader(store.lastIngested, { name: 'last_ingested' });

  async function entity(urn: string): Promise<Entity | null> {
    const row = await entities(urn);
    if (!row) return null;
    // Not a spread, whose result V8 keeps as a slow dictionary.
    return { urn, type: row.type, tags: globalTagsView(urn, row.tags && [...row.tags.values()]) };
  }

  async function tag(urn: string): Promise<Tag | null> {
    const row = await tags(urn);
    return row ? tagView(row) : null;
  }

  const anyEntity = ({ urn, type }: ParsedUrn) => (type === 'tag' ? tag(urn) : entity(urn));
  function checked(actor: Actor, urn: string): ParsedUrn {
    const parsed = parseUrn(urn);
    checkRead(actor, parsed.type);
    return parsed;
  }

  /** A schema can refer to a deleted tag, which is shown by its URN. */
  const referencedTag = async (urn: string): Promise<Tag> =>
    (await tag(urn)) ?? tagView({ urn, name: null, description: null, colorHex: null });

  const schema = createColumnReader(columns.ingested, {
    countTags: ({ tagUrns }: SchemaFieldRow) => tagUrns?.length ?? 0,
    views(datasetUrn) {
      // Each tag is looked up once, however many columns have it.
      const known = new Map<string, Promise<Tag>>();
      function toTag(urn: string) {
        const found = known.get(urn) ?? referencedTag(urn);
        known.set(urn, found);
        return found;
      }
      return async ({ tagUrns, ...field }) => ({
        ...field,
        tags: tagUrns && {
          tags: await Promise.all(
            tagUrns.map(async (urn) => ({ tag: await toTag(urn), associatedUrn: datasetUrn })),
          ),
        },
      });
    },
  });
  const editableSchema = createColumnReader(columns.edited, {
    countTags: ({ tags }: EditableFieldRow) => tags?.length ?? 0,
    views: (datasetUrn) => async (field) => ({ ...field, tags: globalTagsView(datasetUrn, field.tags) }),
  });

  return {
    ...detailReads(details),
    entity: async (actor, urn) => anyEntity(checked(actor, urn)),
    exists: async (actor, urn) => (await existing(checked(actor, urn).urn)) ?? false,
    referenced: async (urn) => anyEntity(parseUrn(urn)),
    dataset: async (urn) => entity(parseDatasetUrn(urn, 'urn').urn),
    container: async (urn) => entity(parseContainerUrn(urn, 'urn')),
    asset: async (type, urn) => entity(parseAssetUrn(type, urn).urn),
    async parent({ urn }) {
      const row = await parents(urn);
      return row ? entity(row.parent) : null;
    },
    tag: async (urn) => tag(parseTagUrn(urn, 'urn')),
    deprecation: async ({ urn }) => (await deprecations(urn)) ?? null,
    lastIngested: async ({ urn }) => (await lastIngested(urn)) ?? null,
    schema,
    editableSchema,
  };
}
