import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { recordNameOf } from '../../aspects/record-name.js';
import type { Actor } from '../../core/actor.js';
import { badRequest } from '../../core/errors.js';
import type { MemoryBudget } from '../../core/memory-budget.js';
import type { Services } from '../../services.js';
import { jsonOrNothing } from '../plugins/json-body.js';
import { withMemory } from '../plugins/memory.js';
import { action } from './action.js';
import { object, raw } from './raw-json.js';

/** What an aspect that is read takes in memory, for each of its bytes: its rows, and its text several times. */
const readPerByte = 8;

type Handler = (services: Services, actor: Actor, body: unknown) => Promise<unknown>;

const one = z.looseObject({ proposal: z.unknown().refine((given) => given !== undefined, 'is required') });
const many = z.looseObject({ proposals: z.array(z.unknown()).min(1) });

/** `async` may be sent and makes no difference: both modes are written before the answer. */
const aspectActions: Readonly<Record<string, Handler>> = {
  ingestProposal: async ({ aspects }, actor, body) =>
    (await aspects.ingest(actor, [parse(one, body).proposal]))[0],
  ingestProposalBatch: async ({ aspects }, actor, body) => {
    await aspects.ingest(actor, parse(many, body).proposals);
    return 'success';
  },
  getTimeseriesAspectValues: async ({ timeseries }, actor, body) =>
    toWire(await timeseries.values(body, actor)),
};

const isRead = (query: unknown) => Object(query).action === 'getTimeseriesAspectValues';

/** Their size is not known before they are read: most have a kilobyte, and none of them all more than the answer. */
function eventBytes(body: unknown): number {
  const { limit } = Object(body) as { limit?: unknown };
  return 1_024 * (typeof limit === 'number' && limit > 0 ? Math.min(limit, 10_000) : 10_000);
}

/** DataHub's clients name an aspect to delete its events alone: never take that for the whole entity. */
const wholeEntity = z.looseObject({
  urn: z.string(),
  aspectName: z.undefined('only whole entities are deleted here, without aspectName').optional(),
});

const entityActions: Readonly<Record<string, Handler>> = {
  delete: async ({ aspects }, actor, body) => {
    const { urn } = parse(wholeEntity, body);
    return { urn, ...(await aspects.delete(actor, urn)) };
  },
};

/** Aspects in and out (contract, section 8), as DataHub's clients send and read them. */
export async function aspectsDoor(
  app: FastifyInstance,
  { services, bodyLimit, memory }: { services: Services; bodyLimit: number; memory: MemoryBudget },
) {
  jsonOrNothing(app);

  app.post('/aspects', { bodyLimit }, async ({ query, url, actor, body }, reply) => {
    const perform = action('aspects', aspectActions, query, url);
    return withMemory(memory, reply, async (admit) => {
      if (isRead(query)) await admit(readPerByte * eventBytes(body));
      return { value: await perform(services, actor, body) };
    });
  });

  app.post('/entities', { bodyLimit }, async ({ query, url, actor, body }) => {
    return { value: await action('entities', entityActions, query, url)(services, actor, body) };
  });

  app.get<{ Params: { urn: string } }>('/aspects/:urn', async ({ params, query }, reply) => {
    const { aspect, version } = parse(
      z.looseObject({ aspect: z.string(), version: z.coerce.number().default(0) }),
      query,
    );
    return withMemory(memory, reply, async (admit) => {
      const { name, text } = await services.aspects.aspect(params.urn, aspect, version, sized(admit));
      return send(reply, object({ version: '0', aspect: object({ [recordNameOf(name)]: text }) }));
    });
  });

  app.get<{ Params: { urn: string } }>('/entitiesV2/:urn', async ({ params, query }, reply) => {
    return withMemory(memory, reply, async (admit) => {
      const { urn, entityName, aspects } = await services.aspects.entity(
        params.urn,
        namesOf(query),
        sized(admit),
      );
      const documents = aspects.map(({ name, text, written, systemMetadata }) => [
        name,
        object({
          ...raw({ name, type: 'VERSIONED', version: 0, created: written }),
          value: text,
          ...(systemMetadata === null ? {} : { systemMetadata }),
        }),
      ]);
      return send(
        reply,
        object({ ...raw({ urn, entityName }), aspects: object(Object.fromEntries(documents)) }),
      );
    });
  });
}

const sized = (admit: (bytes: number) => Promise<void>) => (bytes: number) => admit(readPerByte * bytes);

/** `?aspects=List(a,b)`; null for all. */
function namesOf(query: unknown): string[] | null {
  const { aspects } = parse(z.looseObject({ aspects: z.string().optional() }), query);
  if (aspects === undefined) return null;
  const [, list] = /^List\((.*)\)$/.exec(aspects) ?? [];
  if (list === undefined) throw badRequest(`aspects is "${aspects}"; expected List(<name>,<name>…)`);
  return list.split(',').filter(Boolean);
}

type Values = Awaited<ReturnType<Services['timeseries']['values']>>;

const toWire = ({ events, ...values }: Values) => ({
  ...values,
  values: events.map(({ event, systemMetadata }) => ({
    aspect: { contentType: 'application/json', value: event },
    ...(systemMetadata === null ? {} : { systemMetadata: JSON.parse(systemMetadata) }),
  })),
});

function parse<T extends z.ZodType>(shape: T, input: unknown): z.output<T> {
  const parsed = shape.safeParse(input);
  if (parsed.success) return parsed.data;
  throw badRequest(
    parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; '),
  );
}

const send = (reply: FastifyReply, json: string) => reply.type('application/json; charset=utf-8').send(json);
