import type { Actor } from '../core/actor.js';
import { badRequest } from '../core/errors.js';
import { checkPage } from '../core/pagination.js';
import { quoted } from '../core/urn.js';
import type { Database } from '../db/database.js';
import { unfinished } from '../db/errors.js';
import type { Query } from '../db/query.js';
import { isTimeseriesAspect } from '../timeseries/timeseries-index.js';
import { checkType } from '../visibility/secrets.js';
import type { Visibility } from '../visibility/visibility.js';
import { isAspectName } from './aspect.js';
import { countAspects, countEntities, listUrns } from './entity-list-store.js';
import { getKeyAspect } from './key-aspect.js';

export interface UrnPage {
  readonly start: number;
  readonly count: number;
  readonly total: number;
  /** In the order of their bytes. */
  readonly urns: readonly string[];
}

interface Deps {
  readonly db: Pick<Database, 'query' | 'limited'>;
  readonly visibility: Visibility;
  readonly pageSizeMax: number;
}

const typePattern = /^[a-z][A-Za-z0-9]{0,99}$/;
const patternMax = 512;

/** Lists and counts what is stored, soft-deleted entities included. @throws UNAUTHORIZED for policies */
export function entityLists({ db, visibility, pageSizeMax }: Deps) {
  async function run<T>(actor: Actor, work: (query: Query) => Promise<T>): Promise<T> {
    const query: Query = (sql, params, options) =>
      db.query(sql, params, { ...options, deadline: actor.deadline });
    try {
      return await db.limited(actor, () => work(query));
    } catch (error) {
      throw unfinished(error, 'counting these entities', 'ask for another type or aspect') ?? error;
    }
  }

  return {
    /** @throws BAD_REQUEST */
    async urns(
      actor: Actor,
      type: string,
      page: { start?: number | undefined; count?: number | undefined },
    ): Promise<UrnPage> {
      if (!typePattern.test(type))
        throw badRequest(`entity ${quoted(type)} is not an entity type, such as dataset`);
      checkType(actor, type);
      const checked = checkPage(page.start, page.count, pageSizeMax);
      const limit = visibility.limit(actor);
      return { ...checked, ...(await run(actor, (query) => listUrns(query, type, checked, limit))) };
    },

    /**
     * Returns the number of entities with an aspect. Every entity has its key aspect.
     *
     * @param urnLike a pattern of LIKE for their URNs
     * @throws BAD_REQUEST
     */
    async count(actor: Actor, aspect: string, urnLike = '%'): Promise<number> {
      if (!isAspectName(aspect))
        throw badRequest(`aspect ${quoted(aspect)} is not an aspect name, such as globalTags`);
      if (isTimeseriesAspect(aspect))
        throw badRequest(`${aspect} is a time-series aspect, whose events are not counted`);
      if (urnLike.length > patternMax) throw badRequest(`urnLike has more than ${patternMax} characters`);
      if (/\\*$/.exec(urnLike)![0].length % 2 === 1) {
        throw badRequest(`urnLike ${quoted(urnLike)} ends with "\\", which escapes nothing`);
      }
      const type = typeOfKey(aspect);
      checkType(actor, aspect === 'dataHubPolicyInfo' ? 'dataHubPolicy' : (type ?? ''));
      const limit = visibility.limit(actor);
      return run(actor, (query) =>
        type === null
          ? countAspects(query, aspect, urnLike, limit)
          : countEntities(query, type, urnLike, limit),
      );
    },
  };
}

function typeOfKey(aspect: string): string | null {
  const type = aspect === getKeyAspect('corpuser') ? 'corpuser' : aspect.replace(/Key$/, '');
  return getKeyAspect(type) === aspect ? type : null;
}
