import type { Command } from 'commander';
import { graphql } from '../../client/documents.js';
import { grantedPrivileges } from '../../client/policy.js';
import { groupsFragment, listUrns } from '../../client/user.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import type { Call } from './command.js';
import { formatTime } from './output.js';
import { callerUrn, readRecord } from './people.js';
import { addTo } from './remote-command.js';

export function statusCommands(program: Command, deps: Dependencies): void {
  const add = addTo(program, deps);
  add('status', 'show the health of the service and its database, and your user', [
    'catalog status',
    'catalog status --json',
  ]).run(status);
  add('whoami', 'show your user, groups and privileges, and the expiry of the token', [
    'catalog whoami',
    'catalog whoami --json',
  ]).run(whoami);
}

async function status({ catalog, out, deps: { version } }: Call): Promise<void> {
  const { url, urlFrom, tokenFrom } = catalog.target;
  const about = await catalog.get('/');
  const ready = await catalog.get('/health/ready');
  // Without its database, the service cannot identify the caller.
  const user = ready.status === 200 ? await callerUrn(catalog) : null;
  const found = {
    url,
    urlFrom,
    version: readVersion(about.body),
    health: String(ready.body?.status ?? ready.status),
    database: ready.status === 200 ? 'answers' : 'unknown',
    user,
    tokenFrom,
    clientVersion: version,
  };
  out.one(found, {
    address: () => `${url} (from ${urlFrom})`,
    version: () => `${found.version ?? 'unknown'}; this command line has ${version}`,
    health: () => found.health,
    database: () => found.database,
    user: () => (user ? `${user} (token from ${tokenFrom})` : null),
  });
  if (ready.status !== 200) throw new CommandFailed(`The service is not ready: ${found.health}.`);
}

// biome-ignore lint/suspicious/noExplicitAny: another service may answer anything
const readVersion = (about: any): string | null => about?.version ?? null;

const meDocument = graphql(
  `
    query {
      me {
        corpUser {
          urn
          properties {
            displayName
          }
          ...Groups
        }
      }
    }
  `,
  [groupsFragment],
);
/** Returns the privileges of a user over the platform. */
export async function readPlatformPrivileges(catalog: Client, urn: string): Promise<readonly string[]> {
  const { getGrantedPrivileges } = await catalog.graphql(grantedPrivileges, { input: { actorUrn: urn } }, [
    'MANAGE_POLICIES',
  ]);
  return getGrantedPrivileges!.privileges;
}

async function whoami({ catalog, out }: Call): Promise<void> {
  const { me } = await catalog.graphql(meDocument, {});
  const { urn, properties, relationships } = me!.corpUser;
  const record = catalog.target.token === null ? null : await readRecord(catalog, catalog.target.token);
  const found = {
    urn,
    displayName: properties?.displayName ?? null,
    groups: listUrns(relationships),
    platformPrivileges: await readPlatformPrivileges(catalog, urn),
    token: record,
  };
  out.one(found, {
    user: () => urn,
    name: () => found.displayName,
    groups: () => found.groups,
    privileges: () => found.platformPrivileges,
    token: () => record?.id ?? 'not a token of this catalog, or you may not read its record',
    scopes: () => record?.scopes ?? 'all your rights',
    ends: () => (record ? (formatTime(record.expiresAt) ?? 'never') : null),
  });
}
