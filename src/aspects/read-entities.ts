import type { Actor } from '../core/actor.js';
import { badRequest } from '../core/errors.js';
import { type ParsedUrn, parseUrnAtPath } from '../core/urn.js';
import type { Database } from '../db/database.js';
import type { Query } from '../db/query.js';
import { isTimeseriesAspect } from '../timeseries/timeseries-index.js';
import { checkType, unreadableAspects } from '../visibility/secrets.js';
import type { Visibility } from '../visibility/visibility.js';
import { isAspectName } from './aspect.js';
import { type AspectDocument, readDocuments } from './document-store.js';
import { readCreations } from './entity-store.js';
import type { Aspects } from './kernel.js';
import { getKeyAspect } from './key-aspect.js';
import { keyDocument } from './key-document.js';
import type { EntityDocument } from './read.js';
import { type Reserve, reserveRead } from './reserve-read.js';

export interface AskedEntity {
  readonly urn: string;
  /** The type that the URN must have, without regard to case. */
  readonly type: string;
  /** null for all aspects, the key aspect included */
  readonly names: readonly string[] | null;
}

interface Deps {
  readonly db: Pick<Database, 'query' | 'limited'>;
  readonly aspects: Aspects;
  readonly visibility: Visibility;
  readonly maxBytes: number;
  readonly maxEntities: number;
}

/** More than DataHub has aspects. The database compares every aspect of the entities with every name. */
const maxNames = 1_000;

/**
 * Returns the existing entities, each once, in the order of their first request. If an aspect is requested for one
 * entity, the limit of bytes counts it for all entities.
 *
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export const readEntities =
  ({ db, aspects: known, visibility, maxBytes, maxEntities }: Deps) =>
  async (
    actor: Actor,
    asked: readonly AskedEntity[],
    reserve: Reserve,
  ): Promise<readonly EntityDocument[]> => {
    if (asked.length > maxEntities) {
      throw badRequest(`${asked.length} entities are requested; at most ${maxEntities} are allowed`);
    }
    const all = merged(asked.map(parseAsked));
    for (const { urn } of all) checkType(actor, urn.type);
    const named = [...new Set(all.flatMap((one) => [...(one.names ?? [])]))];
    const names = all.some((one) => one.names === null) ? null : named;
    if (names && names.length > maxNames) {
      throw badRequest(`${names.length} aspects are requested; at most ${maxNames} are allowed`);
    }
    const without = unreadableAspects(actor, named);
    const parsed = await visibility.keep(actor, all, ({ urn }) => [urn.urn]);
    const urns = parsed.map(({ urn }) => urn.urn);
    const selection = { urns, names, without };
    const query: Query = (sql, params, options) =>
      db.query(sql, params, { ...options, deadline: actor.deadline });
    const advice = 'request fewer entities, or fewer aspects of them';

    let total = 0;
    const count = async (bytes: number) => {
      total = bytes;
    };
    await db.limited(actor, () =>
      reserveRead({ query, aspects: known }, selection, { maxBytes, reserve: count, advice }),
    );
    // Not while holding a connection: requests that hold memory wait for one, and would wait for each other.
    await reserve(total);
    const [created, documents] = await db.limited(actor, async () => [
      await readCreations(query, urns),
      await readDocuments({ query, aspects: known }, selection),
    ]);
    const aspects = new Map<string, AspectDocument[]>(urns.map((urn) => [urn, []]));
    for (const document of documents) aspects.get(document.urn)!.push(document);
    return parsed.flatMap(({ urn, names }) => {
      const stamp = created.get(urn.urn);
      if (!stamp) return [];
      const isAsked = ({ name }: AspectDocument) => names?.has(name) ?? true;
      const written = aspects.get(urn.urn)!.filter(isAsked);
      const hasKey = written.some(({ name }) => name === getKeyAspect(urn.type));
      const key = hasKey ? null : keyDocument(urn, stamp);
      const all = key && isAsked(key) ? [...written, key] : written;
      return [{ urn: urn.urn, entityName: urn.type, aspects: all }];
    });
  };

interface ParsedAsked {
  readonly urn: ParsedUrn;
  readonly names: ReadonlySet<string> | null;
}

/** Merges the requests for one entity, because the limit of bytes counts an aspect once. */
function merged(asked: readonly ParsedAsked[]): ParsedAsked[] {
  const byUrn = new Map<string, { urn: ParsedUrn; names: Set<string> | null }>();
  for (const { urn, names } of asked) {
    const known = byUrn.get(urn.urn);
    if (!known) byUrn.set(urn.urn, { urn, names: names && new Set(names) });
    else if (names === null) known.names = null;
    else for (const name of names) known.names?.add(name);
  }
  return [...byUrn.values()];
}

function parseAsked({ urn: text, type, names }: AskedEntity): ParsedAsked {
  const urn = parseUrnAtPath(text, type);
  const events = names?.find(isTimeseriesAspect);
  if (events) {
    throw badRequest(`${events} is a time-series aspect: use POST /aspects?action=getTimeseriesAspectValues`);
  }
  return { urn, names: names && new Set(names.filter(isAspectName)) };
}
