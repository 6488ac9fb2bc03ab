// installed.mjs <folder>: the catalog that is installed in a folder creates a store from the image of the package, answers a
// query with its first token, and stops on SIGTERM with exit code 0. The caller limits the time.
import assert from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const home = mkdtempSync(join(process.argv[2], 'home-'));
const dataFolder = join(home, 'data');
const service = spawn(join(process.argv[2], 'node_modules/.bin/catalog'), ['serve', '--sample'], {
  cwd: home,
  env: { PATH: process.env.PATH, HOME: home, DATA_DIR: dataFolder, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(service, 'close');
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => service.kill());

/** @returns the address that the log names, once the service is ready there */
async function ready() {
  let address;
  let log = '';
  for await (const line of createInterface({ input: service.stdout })) {
    log += `${line}\n`;
    [, address] = /listening on (http:[^"]+)/.exec(line) ?? [];
    if (address) break;
  }
  assert(address, `the service has ended:\n${log}`);
  for (const step of ['creating the embedded database', 'loading the sample metadata'])
    assert(log.includes(step), log);
  assert(!log.includes('creating the tables'), `the image of the package is missing or unusable:\n${log}`);
  service.stdout.resume();
  while (!(await fetch(`${address}/health/ready`)).ok);
  return address;
}

try {
  const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
  const token = () => readFileSync(join(dataFolder, 'bootstrap-token'), 'utf8').trim();
  const query = 'query ($urn: String!) { dataset(urn: $urn) { urn name } }';
  const response = await fetch(`${await ready()}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token()}` },
    body: JSON.stringify({ query, variables: { urn } }),
  });
  assert.equal(response.status, 200);
  const { data, errors } = await response.json();
  assert.deepStrictEqual([data, errors], [{ dataset: { urn, name: 'fct_users_created' } }, undefined]);
} finally {
  service.kill('SIGTERM');
}
assert.deepStrictEqual(await ended, [0, null]);
rmSync(home, { recursive: true });
