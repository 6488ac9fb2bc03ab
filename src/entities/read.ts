import type { ReadContainers } from '../containers/containers.js';
import type { Actor } from '../core/actor.js';
import { badRequest } from '../core/errors.js';
import {
  type ParsedUrn,
  parseContainerUrn,
  parseDatasetUrn,
  parseTagUrn,
  parseUrn,
  quoted,
} from '../core/urn.js';
import { createBatchLoader, withinLimit } from '../db/batch-loader.js';
import type { Tag } from '../tags/tag-view.js';
import { globalTagsView, tagView } from '../tags/tag-view.js';
import { checkType } from '../visibility/secrets.js';
import type { Visibility } from '../visibility/visibility.js';
import { type AssetType, parseAssetUrn } from './asset-urn.js';
import { createColumnReader } from './column-read.js';
import type { columnStores, EditableFieldRow, SchemaFieldRow } from './column-view-store.js';
import type { Columns, ColumnTerms, EditableSchemaField, SchemaField } from './column-views.js';
import { detailReads } from './details.js';
import { toTerms } from './stewarded.js';
import type { ViewStore } from './view-store.js';
import type { Deprecation, Entity } from './views.js';

/**
 * Reads that need no privilege. They return null for what does not exist, or what the actor may not see. Those that take an
 * entity read more about one that the actor sees.
 *
 * @throws BAD_REQUEST when a URN has another shape or type
 */
export interface CatalogReads extends ReturnType<typeof detailReads> {
  /** @throws UNAUTHORIZED for a policy, whether it exists or not, without the right to list policies */
  entity(actor: Actor, urn: string): Promise<Entity | Tag | null>;
  /** @throws as `entity` */
  exists(actor: Actor, urn: string): Promise<boolean>;
  /** Returns an entity that another one refers to. */
  referenced(actor: Actor, urn: string): Promise<Entity | Tag | null>;
  dataset(actor: Actor, urn: string): Promise<Entity | null>;
  container(actor: Actor, urn: string): Promise<Entity | null>;
  asset(actor: Actor, type: AssetType, urn: string): Promise<Entity | null>;
  /** Returns an entity of one of the types that are shown by name and description. */
  named(actor: Actor, type: string, urn: string): Promise<Entity | null>;
  /** Returns the container that an entity is in. */
  parent(actor: Actor, entity: Entity): Promise<Entity | null>;
  /** Returns the URNs of the containers that an entity is in, directly or not, the nearest first. */
  parentUrns(actor: Actor, entity: Entity): Promise<readonly string[]>;
  /** Returns the containers among these that exist. */
  containers(actor: Actor, urns: readonly string[]): Promise<readonly Entity[]>;
  tag(actor: Actor, urn: string): Promise<Tag | null>;
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
  visibility: Visibility,
  readContainers: ReadContainers,
): CatalogReads {
  const entities = withinLimit(store.entities, { name: 'entities' });
  const parents = createBatchLoader(store.parents, { name: 'containers' });
  const parentUrns = createBatchLoader(readContainers, { name: 'parent_containers' });
  const tags = withinLimit(store.tags, { name: 'tags' });
  const existing = createBatchLoader(store.existing, { name: 'existing' });
  const deprecations = withinLimit(store.deprecations, { name: 'deprecations' });
  const lastIngested = createBatchLoader(store.lastIngested, { name: 'last_ingested' });

  async function entity(actor: Actor, urn: string): Promise<Entity | null> {
    const row = (await visibility.sees(actor, urn)) ? await entities(urn) : undefined;
    if (!row) return null;
    // Not a spread, whose result V8 keeps as a slow dictionary.
    return { urn, type: row.type, tags: globalTagsView(urn, row.tags && [...row.tags.values()]) };
  }

  async function tag(urn: string): Promise<Tag | null> {
    const row = await tags(urn);
    return row ? tagView(row) : null;
  }
  const seenTag = async (actor: Actor, urn: string) =>
    (await visibility.sees(actor, urn)) ? tag(urn) : null;

  const anyEntity = (actor: Actor, { urn, type }: ParsedUrn) =>
    type === 'tag' ? seenTag(actor, urn) : entity(actor, urn);
  function checked(actor: Actor, urn: string): ParsedUrn {
    const parsed = parseUrn(urn);
    checkType(actor, parsed.type);
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
      return async ({ tagUrns, terms, ...field }) => ({
        ...field,
        terms: columnTerms(datasetUrn, terms),
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
    views: (datasetUrn) => async (field) => ({
      ...field,
      tags: globalTagsView(datasetUrn, field.tags),
      terms: columnTerms(datasetUrn, field.terms),
    }),
  });

  return {
    ...detailReads(details),
    entity: async (actor, urn) => anyEntity(actor, checked(actor, urn)),
    async exists(actor, given) {
      const { urn } = checked(actor, given);
      return (await visibility.sees(actor, urn)) && ((await existing(urn)) ?? false);
    },
    referenced: async (actor, urn) => anyEntity(actor, parseUrn(urn)),
    dataset: async (actor, urn) => entity(actor, parseDatasetUrn(urn, 'urn').urn),
    container: async (actor, urn) => entity(actor, parseContainerUrn(urn, 'urn')),
    asset: async (actor, type, urn) => entity(actor, parseAssetUrn(type, urn).urn),
    async named(actor, type, given) {
      const { urn, type: found } = parseUrn(given);
      if (found !== type) throw badRequest(`${quoted(urn)} is a ${found}, not a ${type}`);
      return entity(actor, urn);
    },
    async parent(actor, { urn }) {
      const row = await parents(urn);
      return row ? entity(actor, row.parent) : null;
    },
    async parentUrns(actor, { urn }) {
      // Containers can form a cycle.
      const urns = ((await parentUrns(urn)) ?? []).filter((parent) => parent !== urn);
      return visibility.keep(actor, urns, (parent) => [parent]);
    },
    containers: async (actor, urns) =>
      (await Promise.all(urns.map((urn) => entity(actor, urn)))).filter((container) => container !== null),
    tag: async (actor, urn) => seenTag(actor, parseTagUrn(urn, 'urn')),
    deprecation: async ({ urn }) => (await deprecations(urn)) ?? null,
    lastIngested: async ({ urn }) => (await lastIngested(urn)) ?? null,
    schema,
    editableSchema,
  };
}

const columnTerms = (associatedUrn: string, terms: unknown): ColumnTerms | null =>
  terms === null ? null : toTerms(terms).map((term) => ({ ...term, associatedUrn }));
