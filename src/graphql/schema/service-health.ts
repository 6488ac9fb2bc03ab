import type { Services } from '../../services.js';
import { builder } from './builder.js';
import { nonNull } from './kit.js';

type Measured = Awaited<ReturnType<Services['measured']['health']>>;
type Pool = ReturnType<Services['measured']['pools']>[number];
type Queue = { readonly name: string; readonly active: number; readonly waiting: number };
type Lag = NonNullable<Measured['replica']>;

const ServiceStatus = builder.enumType('ServiceStatus', {
  description: 'Whether requests are served.',
  values: {
    OK: { value: 'ok', description: 'Requests are served.' },
    STOPPING: {
      value: 'stopping',
      description: 'The process is about to stop. Other processes serve requests.',
    },
    UNAVAILABLE: { value: 'unavailable', description: 'The database is unavailable or unusable.' },
  } as const,
});

const DatabaseKind = builder.enumType('DatabaseKind', {
  description: 'The kind of database that stores the catalog.',
  values: {
    POSTGRESQL: { value: 'postgresql', description: 'A PostgreSQL server.' },
    EMBEDDED: { value: 'embedded', description: 'The embedded database.' },
  } as const,
});

const DatabaseHealth = builder.objectRef<Measured['database']>('DatabaseHealth').implement({
  description: 'The database.',
  fields: (t) => ({
    kind: t.expose('kind', nonNull('The kind of database.', DatabaseKind)),
    version: t.exposeString('version', nonNull('The version of PostgreSQL.')),
    readOnly: t.exposeBoolean('readOnly', nonNull('Whether the database currently refuses writes.')),
    pendingMigrations: t.stringList({
      nullable: false,
      description:
        'The migrations of this build that the database lacks; empty when the database is up to date.',
      resolve: ({ pendingMigrations }) => [...pendingMigrations],
    }),
  }),
});

const ReplicaHealth = builder.objectRef<Lag>('ReplicaHealth').implement({
  description: 'The read replica, which serves some reads.',
  fields: (t) => ({
    up: t.boolean({
      ...nonNull('Whether the replica responds. If not, the primary serves all reads.'),
      resolve: (lag) => lag !== 'away',
    }),
    lagBytes: t.field({
      type: 'Long',
      description: "The number of bytes of the primary's log that the replica has not replayed.",
      resolve: (lag) => (lag === 'away' ? null : lag.bytes),
    }),
    lagSeconds: t.float({
      description: 'Seconds since the last transaction that the replica replayed.',
      resolve: (lag) => (lag === 'away' ? null : lag.seconds),
    }),
  }),
});

const ConnectionPool = builder.objectRef<Pool>('ConnectionPool').implement({
  description: 'A pool of connections from this process to a database.',
  fields: (t) => ({
    name: t.exposeString('pool', nonNull('`primary` or `replica`.')),
    max: t.exposeInt('max', nonNull('The maximum number of connections.')),
    inUse: t.exposeInt('inUse', nonNull('The number of connections that are running a statement.')),
    idle: t.exposeInt('idle', nonNull('The number of open connections that are idle.')),
    waiting: t.exposeInt('waiting', nonNull('The number of statements that are waiting for a connection.')),
  }),
});

const Argon2Queue = builder.objectRef<Queue>('Argon2Queue').implement({
  description: 'A queue of argon2 calls, which hash and verify tokens.',
  fields: (t) => ({
    name: t.exposeString('name', nonNull('`authentication` or `tokens`.')),
    active: t.exposeInt('active', nonNull('The number of calls that are running.')),
    waiting: t.exposeInt('waiting', nonNull('The number of calls that are waiting.')),
  }),
});

const SearchHealth = builder.objectRef<Measured['search']>('SearchHealth').implement({
  description: 'The completeness of the search index.',
  fields: (t) => ({
    complete: t.boolean({
      nullable: false,
      description:
        'Whether every entity can be found. False after some upgrades, until the index is complete.',
      resolve: ({ filledTo }) => filledTo === null,
    }),
    done: t.expose('done', nonNull('The number of entities that can be found so far.', 'Long')),
    total: t.expose('total', nonNull('The total number of entities.', 'Long')),
  }),
});

const ServiceHealth = builder.objectRef<Measured>('ServiceHealth').implement({
  description: 'The process that responds, and its database.',
  fields: (t) => ({
    status: t.field({
      ...nonNull('The status, as in `/health/ready`.', ServiceStatus),
      resolve: (_, __, context) => context.process.status(),
    }),
    version: t.string({
      ...nonNull('The version of the catalog.'),
      resolve: (_, __, context) => context.process.version,
    }),
    nodeVersion: t.string({
      ...nonNull('The version of Node.js.'),
      resolve: () => process.version,
    }),
    uptimeSeconds: t.field({
      ...nonNull('The uptime of the process.', 'Long'),
      resolve: () => Math.floor(process.uptime()),
    }),
    eventLoopDelayMillis: t.float({
      description: 'The mean delay of the event loop in the last seconds. Null before the first measurement.',
      resolve: (_, __, context) => context.process.eventLoopDelay(),
    }),
    database: t.expose('database', nonNull('The database.', DatabaseHealth)),
    replica: t.expose('replica', {
      type: ReplicaHealth,
      nullable: true,
      description: 'The read replica. Null without one.',
    }),
    connectionPools: t.field({
      ...nonNull('The connection pools. Empty for the embedded database.', [ConnectionPool]),
      resolve: (_, __, { services }) => services.measured.pools(),
    }),
    argon2Queues: t.field({
      ...nonNull('The queues of this process.', [Argon2Queue]),
      resolve: (_, __, { services }) =>
        Object.entries(services.measured.argon2()).map(([name, queue]) => ({ name, ...queue })),
    }),
    search: t.expose('search', nonNull('The completeness of the search index.', SearchHealth)),
  }),
});

builder.queryField('serviceHealth', (t) =>
  t.field({
    ...nonNull('Returns the health of the service, as far as every user may see it.', ServiceHealth),
    resolve: (_, __, { services }) => services.measured.health(),
  }),
);
