import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import type { Database } from '../../src/db/database.js';
import { ownServer } from '../faults/support/postgresql.js';
import { type Service, service, temporaryFolder } from '../faults/support/service.js';
import { smallDisk } from '../faults/support/small-disk.js';
import { fillStarted } from '../faults/support/started-folder.js';
import { opened, server } from '../faults/support/targets.js';
import { scratchDatabaseUrl } from '../support/database.js';
import { findPlants } from './plants.js';
import { wire } from './wire.js';

export type Deployment = Awaited<ReturnType<typeof deploy>>;

/** What a nemesis harms. */
export type Need = 'disk' | 'wire' | 'postgresql' | 'earlier release';

export interface DeploymentOptions {
  /** More than one needs PostgreSQL. */
  readonly processes: number;
  readonly isEmbedded: boolean;
  /** Put the data on a small disk, and the connections through a proxy. */
  readonly needs: ReadonlySet<Need>;
  /** A fault that the service has, by its name in `plants.ts`; on PostgreSQL. */
  readonly plant?: string;
  /** ms that the clock of the first process is ahead. */
  readonly aheadMs?: number;
  /** Hash tokens at low costs: argon2 would otherwise take much of the processor time of a short run. */
  readonly areHashesCheap?: boolean;
  /** The program of an earlier release, which all processes start with. */
  readonly earlier?: string;
}

const preload = fileURLToPath(new URL('./preload.js', import.meta.url));

/** Starts processes of the service on a database of their own, which a nemesis can harm. */
export async function deploy(t: Test, options: DeploymentOptions) {
  const { processes, isEmbedded, needs, plant, aheadMs = 0, areHashesCheap, earlier } = options;
  const disk = needs.has('disk') ? smallDisk(t, 700) : undefined;
  // A server that nothing harms is shared.
  const shared = needs.size === 0 && !isEmbedded && server ? await scratchDatabaseUrl(t, server) : undefined;
  const postgresql =
    isEmbedded || shared
      ? undefined
      : await ownServer(t, undefined, { ...(disk && { folder: disk.folder }) });
  const line = postgresql && needs.has('wire') ? await wire(t, postgresql.port) : undefined;
  const url = shared ?? postgresql?.url;
  const throughWire = line ? url!.replace(`:${postgresql!.port}/`, `:${line.port}/`) : url;
  const keys = join(temporaryFolder(t), 'secrets-key');
  const started = Array.from({ length: processes }, (_, index): Promise<Service> => {
    const ahead = index === 0 ? aheadMs : 0;
    return service(t, {
      ...{ FAILED_AUTHENTICATIONS_PER_MINUTE: '1000000', TOKENS_PER_ACTOR_MAX: '1000000' },
      ...{ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1', SECRETS_KEY_FILE: keys },
      ...(throughWire && { DATABASE_URL: throughWire }),
      ...(disk && isEmbedded && { DATA_DIR: `${disk.folder}/data` }),
      ...((plant || ahead || areHashesCheap) && {
        ...{ NODE_OPTIONS: `--import=${preload}`, SOAK_PLANT: plant ?? '', SOAK_AHEAD_MS: `${ahead}` },
        SOAK_CHEAP_HASHES: areHashesCheap ? '1' : '',
      }),
    });
  });
  const services = await Promise.all(started);
  if (isEmbedded && !earlier) await fillStarted(t, services[0]!.dataDir);
  // Concurrently: one of them creates the schema and the administrator.
  await Promise.all(services.map((one) => one.start(earlier)));
  /** Opens the database. The embedded one cannot be open in a process at the same time. */
  const open = (): Promise<Database> => opened(url, services[0]!.dataDir);
  if (plant) {
    const db = await open();
    const { sql } = findPlants(plant);
    for (const statement of sql.split(/;$/m)) if (statement) await db.query(statement);
    await db.close();
  }
  return {
    services,
    urls: services.map((one) => one.url),
    adminToken: services.map((one) => one.token()).find((text) => text !== null)!,
    postgresql,
    disk,
    wire: line,
    open,
  };
}
