import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { destination, pino } from 'pino';
import { median, type Row } from '../measure.js';
import '../../src/request.js';

const dist = (name: string) => import(pathToFileURL(join(process.cwd(), 'dist', name)).href);

/** Returns a request of W1 and its reply, whose lines the logger writes. */
async function answered(logger: pino.Logger) {
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.decorateRequest('actor', null as unknown as FastifyRequest['actor']);
  app.decorateRequest('operation', undefined);
  let result: [FastifyRequest, FastifyReply] | undefined;
  app.post('/api/graphql', async (request, reply) => {
    Object.assign(request, {
      actor: { urn: 'urn:li:corpuser:admin' },
      operation: 'query dataset',
      clientAddress: request.socket.remoteAddress,
    });
    result = [request, reply];
    return {};
  });
  await app.inject({ method: 'POST', url: '/api/graphql', payload: {} });
  return result!;
}

/**
 * What the line of a request takes, with its share of the writes, beside the same line from pino, redacted as a whole
 * and written as text. Both run in turns in this process, 128 lines for each turn of the event loop.
 */
export async function logLine(rounds: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-bench-line-'));
  const [{ RequestLog, safeLines }, { blocks }] = await Promise.all([
    dist('http/plugins/request-log.js'),
    dist('cli/blocks.js'),
  ]);
  const texts = destination({
    dest: join(folder, 'pino'),
    sync: false,
    minLength: 8_192,
    periodicFlush: 100,
  });
  const [request, reply] = await answered(pino(safeLines, texts));
  const own = await answered(pino(safeLines, blocks(join(folder, 'own'))));
  const log = new RequestLog();
  const lines = {
    'pino, redacted as a whole': () =>
      reply.log.info(
        {
          req: request,
          res: reply,
          operation: request.operation,
          actor: request.actor.urn,
          responseTime: reply.elapsedTime,
        },
        'request completed',
      ),
    'the catalog': () => log.requestCompleted(undefined, ...own),
  };
  const micros = new Map(Object.keys(lines).map((name) => [name, [] as number[]]));
  for (let round = -2; round < rounds; round += 1) {
    for (const [name, write] of Object.entries(lines)) {
      const took = await processorTime(write);
      if (round >= 0) micros.get(name)!.push(took);
    }
  }
  rmSync(folder, { recursive: true });
  const [base] = [...micros.values()].map(median);
  return [...micros].map(([name, runs]) => ({
    work: 'a line of the log',
    name,
    'µs of processor': median(runs).toFixed(2),
    least: Math.min(...runs).toFixed(2),
    ratio: `${(median(runs) / base!).toFixed(2)} ×`,
  }));
}

const lines = 128 * 200;

/** Returns the µs of processor time, of all threads, that one call takes. */
async function processorTime(write: () => void): Promise<number> {
  const before = process.cpuUsage();
  for (let line = 0; line < lines; line += 128) {
    for (let one = 0; one < 128; one += 1) write();
    await new Promise((resolve) => setImmediate(resolve));
  }
  // Longer than blocks wait.
  await new Promise((resolve) => setTimeout(resolve, 150));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / lines;
}
