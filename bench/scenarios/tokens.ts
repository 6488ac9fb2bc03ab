import { argon2id, hash } from 'argon2';
import { createToken, post } from '../catalog.js';
import { tokenRows } from '../data.js';
import type { Environment } from '../environment.js';
import { latencies, type Row } from '../measure.js';

/** The parameters of src/access-tokens/hasher.ts. */
const parameters = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** W3: creating a token, compared with its argon2 hash only. */
export async function tokenCreation(environment: Environment, times: number): Promise<Row[]> {
  const { url, tokens } = await environment.catalog();
  let made = 1_000;
  const { create, argon2 } = await latencies(
    {
      create: () => createToken(url, tokens[0]!, `bench ${made++}`),
      argon2: () => hash(`mcs_${'x'.repeat(51)}`, parameters),
    },
    times,
  );
  return [toRow('W3 createAccessToken', 'argon2 alone', create!, argon2!)];
}

const list = `{ listAccessTokens(input: {start: 0, count: 20, filters: [
  {field: "ownerUrn", values: ["urn:li:corpuser:admin"]}]}) { total tokens { id name } } }`;

/** W4: a page of 20 of the caller's 1,000 tokens, without other tokens and among a million. */
export async function tokenList(environment: Environment, many: number, times: number): Promise<Row[]> {
  const own = tokenRows('urn:li:corpuser:own', 1_000).map((sql) =>
    sql.replaceAll(/'urn:li:corpuser:own' \|\| \(n \/ 1000\)/g, `'urn:li:corpuser:admin'`),
  );
  const few = await environment.catalogOn('few', [...own, 'VACUUM ANALYZE']);
  const crowd = await environment.catalogOn('crowd', [
    ...own,
    ...tokenRows('urn:li:corpuser:u', many),
    'VACUUM ANALYZE',
  ]);
  const ask = ({ url, tokens }: typeof few) => post(url, tokens[0]!, '/api/graphql', { query: list });
  const { alone, among } = await latencies({ alone: () => ask(few), among: () => ask(crowd) }, times);
  await environment.stop('crowd');
  await environment.stop('few');
  return [toRow(`W4 listAccessTokens among ${many}`, 'among 1,000', among!, alone!)];
}

export const toRow = (work: string, baseline: string, catalogMs: number, baselineMs: number): Row => ({
  work,
  'ms, median': catalogMs.toFixed(2),
  baseline: `${baseline}: ${baselineMs.toFixed(2)} ms`,
  ratio: `${(catalogMs / baselineMs).toFixed(2)} ×`,
});
