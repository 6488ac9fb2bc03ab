import type { Actor } from '../core/actor.js';
import { badRequest } from '../core/errors.js';
import { noAspect } from '../core/no-entity.js';
import { type ParsedUrn, parseUrn } from '../core/urn.js';
import type { Database } from '../db/database.js';
import { isTimeseriesAspect } from '../timeseries/timeseries-index.js';
import { checkType, unreadableAspects } from '../visibility/secrets.js';
import type { Visibility } from '../visibility/visibility.js';
import { isAspectName } from './aspect.js';
import { type AspectDocument, readDocuments } from './document-store.js';
import { readCreations } from './entity-store.js';
import type { Aspects } from './kernel.js';
import { getKeyAspect } from './key-aspect.js';
import { keyDocument } from './key-document.js';
import { type Reserve, reserveRead } from './reserve-read.js';

export interface EntityDocument {
  readonly urn: string;
  readonly entityName: string;
  readonly aspects: readonly AspectDocument[];
}

/**
 * Reads aspects as JSON documents.
 *
 * @throws UNAUTHORIZED for those of a policy, without the right to list policies, and for a named secret, without the
 * right to manage secrets
 */
export interface AspectReads {
  /** @throws NOT_FOUND, or BAD_REQUEST for a version other than 0, the latest */
  aspect(actor: Actor, urn: string, name: string, version: number, reserve: Reserve): Promise<AspectDocument>;
  /** Returns no aspects for an unknown entity. @param names null for all aspects */
  entity(
    actor: Actor,
    urn: string,
    names: readonly string[] | null,
    reserve: Reserve,
  ): Promise<EntityDocument>;
}

interface Deps {
  readonly db: Pick<Database, 'query'>;
  readonly aspects: Aspects;
  readonly visibility: Visibility;
  readonly maxBytes: number;
}

export function aspectReads({ db: { query }, aspects, visibility, maxBytes }: Deps): AspectReads {
  async function loadDocuments(
    actor: Actor,
    urn: ParsedUrn,
    names: readonly string[] | null,
    reserve: Reserve,
  ): Promise<AspectDocument[]> {
    const selection = { urns: [urn.urn], names, without: unreadableAspects(actor, names ?? []) };
    if (!(await visibility.sees(actor, urn.urn))) return [];
    const advice =
      names?.length === 1
        ? 'columns can be read page by page over GraphQL'
        : 'request fewer aspects, with aspects=List(…)';
    await reserveRead({ query, aspects }, selection, { maxBytes, reserve, advice });
    const documents = await readDocuments({ query, aspects }, selection);
    const keyName = getKeyAspect(urn.type);
    const hasKey = documents.some(({ name }) => name === keyName);
    if (hasKey || !(names?.includes(keyName) ?? true)) return documents;
    const created = (await readCreations(query, [urn.urn])).get(urn.urn);
    const key = created && keyDocument(urn, created);
    return key ? [...documents, key] : documents;
  }

  return {
    async aspect(actor, urn, name, version, reserve) {
      const parsed = parseUrn(urn);
      checkType(actor, parsed.type);
      if (version !== 0) {
        throw badRequest(
          `version is ${version}; only 0, the latest version, is stored. The query changes of GraphQL lists earlier changes`,
        );
      }
      if (isTimeseriesAspect(name)) {
        throw badRequest(
          `${name} is a time-series aspect: use POST /aspects?action=getTimeseriesAspectValues`,
        );
      }
      const [document] = isAspectName(name) ? await loadDocuments(actor, parsed, [name], reserve) : [];
      if (!document) throw noAspect(parsed.urn, name);
      return document;
    },

    async entity(actor, urn, names, reserve) {
      const parsed = parseUrn(urn);
      checkType(actor, parsed.type);
      return {
        urn: parsed.urn,
        entityName: parsed.type,
        aspects: await loadDocuments(actor, parsed, names?.filter(isAspectName) ?? null, reserve),
      };
    },
  };
}
