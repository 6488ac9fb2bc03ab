import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { Refused } from './errors.js';

/** A GraphQL request; what else the body holds is ignored. */
export type GraphqlRequest = z.output<typeof graphqlRequest>;

const graphqlRequest = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

/** @throws Refused */
export function readBody(body: unknown): GraphqlRequest {
  if (Array.isArray(body)) throw refusal('batches of requests are not served: send them one by one');
  const result = graphqlRequest.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw refusal([...(issue?.path ?? []), issue?.message].join(': '));
}

const refusal = (why: string) =>
  new Refused(
    [
      new GraphQLError(
        `The body must be {query: string, variables?: object, operationName?: string}; ${why}`,
      ),
    ],
    'InvalidSyntax',
  );
