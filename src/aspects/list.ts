import type { Actor } from '../core/actor.js';
import { checkRead } from '../core/authorization.js';
import { badRequest } from '../core/errors.js';
import { checkPage } from '../core/pagination.js';
import { quoted } from '../core/urn.js';
import type { Database } from '../db/database.js';
import { isTooMuchWork } from '../db/errors.js';
import type { Query } from '../db/query.js';
import { isTimeseriesAspect } from '../timeseries/timeseries-index.js';
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
  readonly pageSizeMax: number;
}

const typePattern = /^[a-z][A-Za-z0-9]{0,99}$/;
const patternMax = 512;

/** Lists and counts what is stored, soft-deleted entities included. @throws UNAUTHORIZED for policies */
export function entityLists({ db, pageSizeMax }: Deps) {
  async function run<T>(actor: Actor, work: (query: Query) => Promise<T>): Promise<T> {
    const query: Query = (sql, params, options) =>
      db.query(sql, params, { ...options, deadline: actor.deadline });
    try {
      return await db.limited(actor, () => work(query));
    } catch (error) {
      if (isTooMuchWork(error))
        throw badRequest('counting these entities takes longer than the request timeout');
      throw error;
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
      checkRead(actor, type);
      const checked = checkPage(page.start, page.count, pageSizeMax);
      return { ...checked, ...(await run(actor, (query) => listUrns(query, type, checked))) };
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
      checkRead(actor, aspect === 'dataHubPolicyInfo' ? 'dataHubPolicy' : (type ?? ''));
      return run(actor, (query) =>
        type === null ? countAspects(query, aspect, urnLike) : countEntities(query, type, urnLike),
      );
    },
  };
}

function typeOfKey(aspect: string): string | null {
  const type = aspect === getKeyAspect('corpuser') ? 'corpuser' : aspect.replace(/Key$/, '');
  return getKeyAspect(type) === aspect ? type : null;
}
