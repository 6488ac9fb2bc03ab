import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Candidate, start } from './process.js';

export const catalogFile = join(process.cwd(), 'dist/main.js');

/** Starts the catalog as shipped: authentication, policies, limits, one log line per request. Creates 32 tokens. */
export async function startCatalog(
  name: string,
  folder: string,
  env: Record<string, string>,
): Promise<Candidate> {
  const tokenFile = join(folder, `${name}-token`);
  const settings = {
    PORT: '0',
    DATA_DIR: join(folder, name),
    BOOTSTRAP_TOKEN_FILE: tokenFile,
    TOKENS_PER_ACTOR_MAX: '10000000',
    ...env,
  };
  const server = await start(name, catalogFile, { args: ['serve'], env: settings });
  const token = readFileSync(tokenFile, 'utf8').trim();
  const tokens = await Promise.all(
    Array.from({ length: 32 }, (_, index) => createToken(server.url, token, `bench ${index}`)),
  );
  return { ...server, tokens };
}

export async function createToken(
  url: string,
  token: string,
  name: string,
  actorUrn = 'urn:li:corpuser:admin',
): Promise<string> {
  const { data } = await post(url, token, '/api/graphql', {
    query: 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }',
    variables: {
      input: {
        type: 'PERSONAL',
        actorUrn,
        // A token that ends soon has a warning in every answer.
        duration: 'ONE_MONTH',
        name,
      },
    },
  });
  return data.createAccessToken.accessToken;
}

/** Creates a user, and returns a token of it. */
export async function tokenOfAnother({ url, tokens: [token] }: Candidate, id: string): Promise<string> {
  const query = 'mutation($input: CreateUserInput!) { createUser(input: $input) }';
  const { data } = await post(url, token!, '/api/graphql', { query, variables: { input: { id } } });
  return createToken(url, token!, id, data.createUser);
}

// biome-ignore lint/suspicious/noExplicitAny: the bench knows what it asked for
export async function post(url: string, token: string, path: string, body: unknown): Promise<any> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      // The baselines do not compress.
      'accept-encoding': 'identity',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
