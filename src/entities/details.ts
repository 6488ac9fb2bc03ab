import { getEntityType, nameInUrn, type ParsedUrn, parseDatasetUrn, parseUrn, readUrn } from '../core/urn.js';
import { findModel } from '../datahub/aspects/models.js';
import { findPropertyAspect } from '../datahub/property-aspects.js';
import { withinLimit } from '../db/batch-loader.js';
import { isObject, type Json } from '../json/lossless-json.js';
import { toAssetUrn } from './asset-urn.js';
import { findEditableAspect } from './described-aspects.js';
import { memberKey, type ShownAspect } from './member-store.js';
import {
  type DeprecationDetails,
  type Link,
  type Ownership,
  type TermAssociation,
  toDeprecationDetails,
  toDomain,
  toLinks,
  toOwnership,
  toTerms,
} from './stewarded.js';
import type {
  AuditStamp,
  Entity,
  PlatformProperties,
  Properties,
  SchemaHeader,
  Shown,
  ViewProperties,
} from './views.js';

/** DataHub's word for a system of no other kind. */
const otherPlatformType = 'OTHERS';
/** GraphQL's PlatformType. */
export const platformTypes: readonly string[] = (
  'FILE_SYSTEM KEY_VALUE_STORE MESSAGE_BROKER OBJECT_STORE OLAP_DATASTORE QUERY_ENGINE RELATIONAL_DB SEARCH_ENGINE ' +
  otherPlatformType
).split(' ');

/** Shown of one entity. */
const maxSubTypes = 100;

const unknownPlatform = 'urn:li:dataPlatform:unknown';

type HasUrn = Pick<Entity, 'urn'>;

interface DetailStores {
  /** From `memberStore`. */
  readonly members: (keys: readonly string[]) => Promise<ReadonlyMap<string, ShownAspect>>;
  /** From `platformStore`. */
  readonly platforms: (urns: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;
}

/**
 * Reads of aspects that are stored as they were sent. A member that does not fit DataHub's model is as if it were
 * absent.
 */
export function detailReads({ members, platforms }: DetailStores) {
  const load = withinLimit(members, { name: 'members' });
  const platformsAround = withinLimit(platforms, { name: 'platforms' });
  const read = async (urn: string, aspect: string): Promise<Json | null> =>
    (await load(memberKey(urn, aspect)))?.members ?? null;

  async function readProperties(urn: string, aspect: string | undefined): Promise<Properties | null> {
    const found = aspect === undefined ? null : await read(urn, aspect);
    return (
      found && {
        name: shownName(aspect!, found),
        description: text(found.description) ?? text(found.definition),
      }
    );
  }

  const properties = ({ urn }: HasUrn) => readProperties(urn, findPropertyAspect(getEntityType(urn)));
  const editableProperties = ({ urn }: HasUrn) => readProperties(urn, findEditableAspect(getEntityType(urn)));

  return {
    /** Returns the properties as they were ingested. */
    properties,

    /** Returns the properties as people wrote them. */
    editableProperties,

    /** Returns how lists show an entity that is not a tag, a user or a group, whether it exists or not. */
    async shown(entity: HasUrn): Promise<Shown> {
      const [edited, ingested] = await Promise.all([editableProperties(entity), properties(entity)]);
      return {
        displayName: edited?.name || ingested?.name || nameInUrn(entity.urn),
        description: edited?.description || ingested?.description || null,
      };
    },

    async viewProperties({ urn }: HasUrn): Promise<ViewProperties | null> {
      const found = await read(urn, 'viewProperties');
      return (
        found && {
          materialized: found.materialized === true,
          logic: text(found.viewLogic) ?? '',
          formattedLogic: text(found.formattedViewLogic),
          language: text(found.viewLanguage) ?? '',
        }
      );
    },

    /** Returns what the schema of a dataset has besides its columns. */
    async schemaHeader(datasetUrn: string): Promise<SchemaHeader> {
      const aspect = await load(memberKey(datasetUrn, 'schemaMetadata'));
      const found = aspect?.members ?? {};
      return {
        writtenAt: aspect?.writtenAt ?? null,
        name: text(found.schemaName) ?? '',
        platformUrn: urnOfType('dataPlatform', found.platform) ?? parseDatasetUrn(datasetUrn).platform,
        version: Number.isSafeInteger(found.version) ? (found.version as number) : 0,
        cluster: text(found.cluster),
        hash: text(found.hash) ?? '',
      };
    },

    async subTypes({ urn }: Entity): Promise<readonly string[] | null> {
      const found = await read(urn, 'subTypes');
      const names: unknown[] = found && Array.isArray(found.typeNames) ? found.typeNames : [];
      return found && names.slice(0, maxSubTypes).flatMap((name) => text(name) ?? []);
    },

    async ownership({ urn }: HasUrn): Promise<Ownership | null> {
      const found = await read(urn, 'ownership');
      return found && toOwnership(found);
    },

    /** Returns the URN of the domain of an entity. */
    async domain({ urn }: HasUrn): Promise<string | null> {
      const found = await read(urn, 'domains');
      return found && toDomain(found);
    },

    async glossaryTerms({ urn }: HasUrn): Promise<readonly TermAssociation[] | null> {
      const found = await read(urn, 'glossaryTerms');
      return found && toTerms(found.terms);
    },

    async links({ urn }: HasUrn): Promise<readonly Link[] | null> {
      const found = await read(urn, 'institutionalMemory');
      return found && toLinks(found);
    },

    async deprecationDetails({ urn }: HasUrn): Promise<DeprecationDetails> {
      return toDeprecationDetails((await read(urn, 'deprecation')) ?? {});
    },

    /** Returns who started a run of a job, and when. */
    async runCreated({ urn }: HasUrn): Promise<AuditStamp | null> {
      const { created } = (await read(urn, 'dataProcessInstanceProperties')) ?? {};
      const { time, actor } = isObject(created) ? created : {};
      return Number.isSafeInteger(time)
        ? { time: time as number, actor: readUrnValue(actor)?.urn ?? null }
        : null;
    },

    /** Returns the URN of the instance of a platform that an entity is in. */
    async platformInstance({ urn }: Entity): Promise<string | null> {
      return urnOfType('dataPlatformInstance', (await read(urn, 'dataPlatformInstance'))?.instance);
    },

    /** Returns the URN of the platform of a container, chart, dashboard, flow or job. */
    async platform({ urn, type }: Entity): Promise<string> {
      if (type === 'container') return (await platformsAround(urn))?.find(isPlatform) ?? unknownPlatform;
      const tool = toAssetUrn(parseUrn(urn))?.tool;
      const given = [(await read(urn, 'dataPlatformInstance'))?.platform, `urn:li:dataPlatform:${tool}`];
      return (given.find(isPlatform) as string | undefined) ?? unknownPlatform;
    },

    async platformProperties(platformUrn: string): Promise<PlatformProperties | null> {
      const found = await read(platformUrn, 'dataPlatformInfo');
      if (!found) return null;
      const { type, displayName, datasetNameDelimiter, logoUrl } = found;
      return {
        type: platformTypes.includes(type as string) ? (type as string) : otherPlatformType,
        displayName: text(displayName),
        datasetNameDelimiter: text(datasetNameDelimiter) ?? '',
        logoUrl: text(logoUrl),
      };
    },
  };
}

const isPlatform = (value: unknown): boolean => urnOfType('dataPlatform', value) !== null;

/** Aspects that do not have one of these members in their model are read as if they did not have it. */
const shownName = (aspect: string, { displayName, name, title }: Json): string | null =>
  (findModel(aspect)?.fields.has('displayName') ? text(displayName) : null) ?? text(name) ?? text(title);

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const readUrnValue = (value: unknown): ParsedUrn | null =>
  typeof value === 'string' ? readUrn(value) : null;

const urnOfType = (type: string, value: unknown): string | null => {
  const found = readUrnValue(value);
  return found?.type === type ? found.urn : null;
};
