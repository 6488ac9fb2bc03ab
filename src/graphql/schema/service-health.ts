import type { Services } from '../../services.js';
import { builder } from './builder.js';

type Measured = Awaited<ReturnType<Services['measured']['health']>>;
type Pool = ReturnType<Services['measured']['pools']>[number];
type Queue = { readonly name: string; readonly active: number; readonly waiting: number };
type Lag = NonNullable<Measured['replica']>;

const ServiceStatus = builder.enumType('ServiceStatus', {
  description: 'Whether requests are served.',
  values: {
    OK: { value: 'ok', description: 'They are.' },
    STOPPING: { value: 'stopping', description: 'The process stops soon; others serve.' },
    UNAVAILABLE: { value: 'unavailable', description: 'The database is away or not fit for use.' },
  } as const,
});

const DatabaseKind = builder.enumType('DatabaseKind', {
  description: 'Which database keeps the catalog.',
  values: {
    POSTGRESQL: { value: 'postgresql', description: 'A server.' },
    EMBEDDED: { value: 'embedded', description: 'The one inside the process.' },
  } as const,
});

const DatabaseHealth = builder.objectRef<Measured['database']>('DatabaseHealth').implement({
  description: 'The database.',
  fields: (t) => ({
    kind: t.expose('kind', { type: DatabaseKind, nullable: false, description: 'Which one it is.' }),
    version: t.exposeString('version', { nullable: false, description: 'The version of PostgreSQL.' }),
    readOnly: t.exposeBoolean('readOnly', { nullable: false, description: 'Whether it refuses writes now.' }),
    pendingMigrations: t.stringList({
      nullable: false,
      description: 'Migrations of this build that it does not have; empty when it is up to date.',
      resolve: ({ pendingMigrations }) => [...pendingMigrations],
    }),
  }),
});

const ReplicaHealth = builder.objectRef<Lag>('ReplicaHealth').implement({
  description: 'The replica that answers some reads.',
  fields: (t) => ({
    up: t.boolean({
      nullable: false,
      description: 'Whether it answers. Without it the primary answers all reads.',
      resolve: (lag) => lag !== 'away',
    }),
    lagBytes: t.field({
      type: 'Long',
      description: "Bytes of the primary's log that it has not replayed.",
      resolve: (lag) => (lag === 'away' ? null : lag.bytes),
    }),
    lagSeconds: t.float({
      description: 'Seconds since the last transaction that it has replayed.',
      resolve: (lag) => (lag === 'away' ? null : lag.seconds),
    }),
  }),
});

const ConnectionPool = builder.objectRef<Pool>('ConnectionPool').implement({
  description: 'Connections of this process to a database.',
  fields: (t) => ({
    name: t.exposeString('pool', { nullable: false, description: '`primary` or `replica`.' }),
    max: t.exposeInt('max', { nullable: false, description: 'How many it may open.' }),
    inUse: t.exposeInt('inUse', { nullable: false, description: 'How many run a statement.' }),
    idle: t.exposeInt('idle', { nullable: false, description: 'How many are open and run none.' }),
    waiting: t.exposeInt('waiting', { nullable: false, description: 'Statements that wait for one.' }),
  }),
});

const Argon2Queue = builder.objectRef<Queue>('Argon2Queue').implement({
  description: 'Calls of argon2, which checks and hashes tokens.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false, description: '`authentication` or `tokens`.' }),
    active: t.exposeInt('active', { nullable: false, description: 'How many run.' }),
    waiting: t.exposeInt('waiting', { nullable: false, description: 'How many wait for their turn.' }),
  }),
});

const SearchHealth = builder.objectRef<Measured['search']>('SearchHealth').implement({
  description: 'How complete search is.',
  fields: (t) => ({
    complete: t.boolean({
      nullable: false,
      description: 'False after some upgrades, until every entity is found.',
      resolve: ({ filledTo }) => filledTo === null,
    }),
    done: t.expose('done', { type: 'Long', nullable: false, description: 'Entities that are found so far.' }),
    total: t.expose('total', { type: 'Long', nullable: false, description: 'Entities to be found.' }),
  }),
});

const ServiceHealth = builder.objectRef<Measured>('ServiceHealth').implement({
  description: 'The process that answers, and its database.',
  fields: (t) => ({
    status: t.field({
      type: ServiceStatus,
      nullable: false,
      description: 'As `/health/ready` says.',
      resolve: (_, __, context) => context.process.status(),
    }),
    version: t.string({
      nullable: false,
      description: 'The version of the catalog.',
      resolve: (_, __, context) => context.process.version,
    }),
    nodeVersion: t.string({
      nullable: false,
      description: 'The version of Node.js.',
      resolve: () => process.version,
    }),
    uptimeSeconds: t.field({
      type: 'Long',
      nullable: false,
      description: 'How long the process has run.',
      resolve: () => Math.floor(process.uptime()),
    }),
    eventLoopDelayMillis: t.float({
      description: 'The mean delay of the event loop in the last seconds; null before it is measured.',
      resolve: (_, __, context) => context.process.eventLoopDelay(),
    }),
    database: t.expose('database', { type: DatabaseHealth, nullable: false, description: 'The database.' }),
    replica: t.expose('replica', {
      type: ReplicaHealth,
      nullable: true,
      description: 'Null when there is none.',
    }),
    connectionPools: t.field({
      type: [ConnectionPool],
      nullable: false,
      description: 'None for the embedded database.',
      resolve: (_, __, { services }) => services.measured.pools(),
    }),
    argon2Queues: t.field({
      type: [Argon2Queue],
      nullable: false,
      description: 'The queues of this process.',
      resolve: (_, __, { services }) =>
        Object.entries(services.measured.argon2()).map(([name, queue]) => ({ name, ...queue })),
    }),
    search: t.expose('search', {
      type: SearchHealth,
      nullable: false,
      description: 'How complete search is.',
    }),
  }),
});

builder.queryField('serviceHealth', (t) =>
  t.field({
    type: ServiceHealth,
    nullable: false,
    description: 'Returns what every user sees of the health of the service.',
    resolve: (_, __, { services }) => services.measured.health(),
  }),
);
