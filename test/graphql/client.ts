import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { type Config, readConfig } from '../../src/config.js';
import type { Actor } from '../../src/core/actor.js';
import { MemoryBudget } from '../../src/core/memory-budget.js';
import type { Columns } from '../../src/entities/column-views.js';
import { graphqlPlugin } from '../../src/graphql/plugin.js';
import { createMetrics } from '../../src/http/metrics.js';
import { admission } from '../../src/http/plugins/limits/admission.js';
import { requestMemory } from '../../src/http/plugins/limits/request-memory.js';
import { safeLines } from '../../src/http/plugins/monitoring/safe-lines.js';
import type { Services } from '../../src/services.js';
import type { Answer } from '../support/catalog.js';

/** The use cases that a test needs. Calling another one is an error. */
type SomeUseCases<T> = { [K in keyof T]?: Partial<T[K]> };

export interface GraphqlClient {
  readonly app: FastifyInstance;
  /** Names of the use cases that were called, in order. */
  readonly calls: string[];
  /** Lines of the log. */
  readonly log: string[];
  ask(query: string, variables?: object, operationName?: string): Promise<Pick<Answer, 'status' | 'body'>>;
}

/** A client of the GraphQL plugin without the rest of the application. */
export async function graphqlClient(
  t: { teardown(after: () => unknown): unknown },
  services: SomeUseCases<Services> = {},
  config: Partial<Config> = {},
  caller = (): Actor => ({ urn: 'urn:li:corpuser:ann', can: () => true }),
): Promise<GraphqlClient> {
  const calls: string[] = [];
  const log: string[] = [];
  const stream = { write: (line: string) => void log.push(line) };
  const app = Fastify({
    loggerInstance: pino({ level: 'trace', ...safeLines }, stream) as FastifyBaseLogger,
  });
  app.decorateRequest('actor', null as unknown as Actor);
  app.decorateReply('unsent', null);
  app.addHook('onRequest', async (request) => {
    request.actor = caller();
  });
  await app.register(admission, { config: readConfig({}), registry: createMetrics('1.2.3').open });
  await app.register(requestMemory, { memory: new MemoryBudget(1e8) });
  await app.register(graphqlPlugin, {
    services: recordCalls(services, calls),
    config: { ...readConfig({}), ...config },
    unsent: new MemoryBudget(1e8),
    process: { version: '1.2.3', status: async () => 'ok', eventLoopDelay: () => null },
  });
  t.teardown(() => app.close());
  return {
    app,
    calls,
    log,
    async ask(query, variables, operationName) {
      const response = await app.inject({
        method: 'POST',
        url: '/api/graphql',
        payload: { query, variables, operationName },
      });
      return { status: response.statusCode, body: response.json() };
    },
  };
}

function recordCalls(services: SomeUseCases<Services>, calls: string[]): Services {
  const nouns = Object.entries(services).map(([noun, verbs]) => [
    noun,
    Object.fromEntries(
      Object.entries(verbs as Record<string, (...args: unknown[]) => unknown>).map(([verb, run]) => [
        verb,
        (...args: unknown[]) => {
          calls.push(`${noun}.${verb}`);
          return run(...args);
        },
      ]),
    ),
  ]);
  return Object.fromEntries(nouns) as Services;
}

export const datasetUrn = 'urn:li:dataset:(urn:li:dataPlatform:hive,sales.orders,PROD)';

export const dataset = {
  urn: datasetUrn,
  type: 'dataset',
  tags: {
    tags: [{ tag: { urn: 'urn:li:tag:pii', name: 'pii', properties: null }, associatedUrn: datasetUrn }],
  },
};

/** The columns of a dataset that has few. */
export const fewColumns = <T>(...few: T[]): Columns<T> => ({
  few,
  size: () => Promise.reject(new Error('they are few')),
  read: () => Promise.reject(new Error('they are few')),
});
