import type { Test } from 'tap';
import type { Privilege } from '../../src/datahub/privileges.js';
import { createToken, rotateToken, toId } from '../access-tokens/api.js';
import type { Answer, Caller, TestCatalogOptions } from './catalog.js';
import { peopleCatalog } from './people.js';

/** What an answer warns of, wherever it says so. */
export const readWarnings = ({ body, headers }: Answer): string =>
  [...(body?.extensions?.warnings ?? []), ...[headers.warning ?? []].flat()].join('\n');

/** Builds a catalog with users who make tokens for each other, and a chief who may manage users and tokens. */
export async function heldTokens(t: Test, { env, ...options }: TestCatalogOptions = {}) {
  const catalog = await peopleCatalog(t, {
    ...options,
    env: { FAILED_AUTHENTICATIONS_PER_MINUTE: '100000', ...env },
  });
  const chief = await catalog.user('chief', [
    'MANAGE_USERS_AND_GROUPS',
    'MANAGE_SERVICE_ACCOUNTS',
    'MANAGE_ACCESS_TOKENS',
    'EDIT_ENTITY',
  ]);
  let made = 0;
  const newUser = (name: string, ...privileges: Privilege[]) => catalog.user(`${name}${++made}`, privileges);

  const status = async (text: string) =>
    (await catalog.withHeaders({ authorization: `Bearer ${text}` }).graphql('{ __typename }')).status;

  async function newToken(creator: Caller, actorUrn: string, input: object = {}): Promise<string> {
    const { body } = await createToken(creator, { actorUrn, ...input });
    if (body.errors) throw new Error(JSON.stringify(body));
    return body.data.createAccessToken.accessToken;
  }

  async function rotated(by: Caller, text: string): Promise<string> {
    const { body } = await rotateToken(by, toId(text));
    if (body.errors) throw new Error(JSON.stringify(body));
    return body.data.rotateAccessToken.accessToken;
  }

  /** A manager of tokens who owns one of `bot`, and has rotated one that `ann` owns. */
  async function managerWithTokens() {
    const sam = await newUser('sam', 'MANAGE_ACCESS_TOKENS');
    const bot = await newUser('bot');
    const ann = await newUser('ann', 'GENERATE_PERSONAL_ACCESS_TOKENS');
    const owned = await newToken(sam, bot.urn);
    const rotatedOne = await rotated(sam, await newToken(ann, ann.urn));
    return { sam, bot, ann, owned, rotated: rotatedOne };
  }

  return { ...catalog, chief, newUser, newToken, rotated, status, managerWithTokens };
}
