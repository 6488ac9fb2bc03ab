import fastify from 'fastify';
import mercurius from 'mercurius';
import { sdl } from './answer.js';

type Resolver = (urn: string) => unknown;

/** A bare Mercurius, compiled from the first request, with one resolver; says where it listens on standard output. */
export async function serve(dataset: Resolver): Promise<void> {
  const app = fastify();
  await app.register(mercurius, {
    schema: sdl,
    resolvers: { Query: { dataset: (_: unknown, { urn }: { urn: string }) => dataset(urn) } },
    jit: 1,
    path: '/api/graphql',
  });
  console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
}
