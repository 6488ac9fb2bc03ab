import { argon2id, hash } from 'argon2';
import { createToken, post } from '../catalog.js';
import { tokenRows } from '../data.js';
import { latencies, type Row } from '../measure.js';
import type { World } from '../world.js';

/** As src/access-tokens/hasher.ts has it. */
const parameters = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** W3: a token made, beside the hash alone. */
export async function tokenCreation(world: World, times: number): Promise<Row[]> {
  const { url, tokens } = await world.catalog();
  let made = 1_000;
  const { create, argon2 } = await latencies(
    {
      create: () => createToken(url, tokens[0]!, made++),
      argon2: () => hash(`mcs_${'x'.repeat(51)}`, parameters),
    },
    times,
  );
  return [rowOf('W3 createAccessToken', 'argon2 alone', create!, argon2!)];
}

const list = `{ listAccessTokens(input: {start: 0, count: 20, filters: [
  {field: "ownerUrn", values: ["urn:li:corpuser:admin"]}]}) { total tokens { id name } } }`;

/** W4: 20 of one's own 1,000 tokens, among few others and among a million. */
export async function tokenList(world: World, many: number, times: number): Promise<Row[]> {
  const own = tokenRows('urn:li:corpuser:own', 1_000).map((sql) =>
    sql.replaceAll(/'urn:li:corpuser:own' \|\| \(n \/ 1000\)/g, `'urn:li:corpuser:admin'`),
  );
  const few = await world.catalogOn('few', [...own, 'VACUUM ANALYZE']);
  const crowd = await world.catalogOn('crowd', [
    ...own,
    ...tokenRows('urn:li:corpuser:u', many),
    'VACUUM ANALYZE',
  ]);
  const ask = ({ url, tokens }: typeof few) => post(url, tokens[0]!, '/api/graphql', { query: list });
  const { alone, among } = await latencies({ alone: () => ask(few), among: () => ask(crowd) }, times);
  await world.stop('crowd');
  await world.stop('few');
  return [rowOf(`W4 listAccessTokens among ${many}`, 'among 1,000', among!, alone!)];
}

export const rowOf = (work: string, baseline: string, ours: number, theirs: number): Row => ({
  work,
  'ms, median': ours.toFixed(2),
  baseline: `${baseline}: ${theirs.toFixed(2)} ms`,
  ratio: `${(ours / theirs).toFixed(2)} ×`,
});
