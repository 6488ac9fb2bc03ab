import fastify from 'fastify';
import mercurius from 'mercurius';
import { sdl } from './answer.js';

interface Adding {
  input: { resourceUrn: string; tagUrns: string[] };
}

interface Removing {
  input: { resourceUrn: string; tagUrn: string };
}

interface Resolvers {
  dataset(urn: string): unknown;
  addTags?(input: Adding['input']): Promise<boolean>;
  removeTag?(input: Removing['input']): Promise<boolean>;
}

/** A bare Mercurius server, compiled from the first request. It prints its address on standard output. */
export async function serve({ dataset, addTags, removeTag }: Resolvers): Promise<void> {
  const app = fastify();
  await app.register(mercurius, {
    schema: sdl,
    resolvers: {
      Query: { dataset: (_: unknown, { urn }: { urn: string }) => dataset(urn) },
      Mutation: {
        addTags: (_: unknown, { input }: Adding) => addTags?.(input),
        removeTag: (_: unknown, { input }: Removing) => removeTag?.(input),
      },
    },
    jit: 1,
    path: '/api/graphql',
  });
  console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
}
