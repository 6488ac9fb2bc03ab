import type { Actor } from '../../src/core/actor.js';
import { unauthenticated, unauthorized } from '../../src/core/errors.js';
import type { Services } from '../../src/services.js';
import type { IndexSize } from '../../src/timeseries/index-sizes.js';

export const admin = 'urn:li:corpuser:admin';
export const reader = 'urn:li:corpuser:reader';

/** Texts of tokens that work, and whose they are. */
export const tokens = { admin: 'admins-token', reader: 'readers-token' } as const;
const owners = new Map([
  [tokens.admin as string, admin],
  [tokens.reader as string, reader],
]);

const actorOf = (urn: string): Actor => ({ urn, can: () => urn === admin });

/** The use cases that the HTTP door calls, without a database: `admin` may do everything, `reader` nothing. */
export function fakeServices({ indexSizes = [] as IndexSize[] } = {}) {
  const asked = { bearer: [] as string[], user: [] as string[] };
  const remembered = new Set<string>();
  const services = {
    authenticate: {
      async bearer(text: string) {
        asked.bearer.push(text);
        const urn = owners.get(text);
        if (!urn) throw unauthenticated('token 0123: unknown');
        remembered.add(text);
        return actorOf(urn);
      },
      async user(urn: string) {
        asked.user.push(urn);
        if (urn !== admin && urn !== reader) throw unauthenticated(`user ${urn}: unknown`);
        return actorOf(urn);
      },
      isVerified: (text: string) => remembered.has(text),
    },
    aspects: {},
    timeseries: {
      async indexSizes(actor: Actor) {
        if (!actor.can('GET_TIMESERIES_INDEX_SIZES_PRIVILEGE')) throw unauthorized('no index sizes for you');
        return indexSizes;
      },
    },
  };
  return { services: services as unknown as Services, asked };
}
