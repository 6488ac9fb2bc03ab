import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { root } from './support/root.js';

const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const dockerfile = read('deploy/Dockerfile');
const { version, scripts } = JSON.parse(read('package.json'));

t.test(
  'the image is built from what exists, and runs a supported Node.js as a user without rights',
  async (t) => {
    const allowed = read('deploy/Dockerfile.dockerignore');
    for (const [, line = ''] of dockerfile.matchAll(/^COPY (?!--from)(.*)$/gm)) {
      for (const source of line.split(' ').slice(0, -1)) {
        t.ok(existsSync(new URL(source, root)), source);
        t.match(allowed, `\n!${source}\n`, `${source} is sent to the build`);
      }
    }
    for (const [, folder] of scripts.build.matchAll(/(\w+)\/[\w.-]+\.(?:mjs|json)/g))
      t.match(dockerfile, `COPY ${folder} ${folder}\n`, 'what the build runs');
    const images = [...dockerfile.matchAll(/^FROM node:(\d+)-slim/gm)];
    t.equal(images.length, 2);
    for (const [, major] of images) t.ok(Number(major) >= 24 || major === '22' || major === '20');
    t.match(dockerfile, /^USER node$/m);
  },
);

t.test('the compose file and the pages name this version, and the root is read-only', async (t) => {
  for (const [file, text] of [
    ['deploy/Dockerfile', dockerfile],
    ['deploy/compose.yaml', read('deploy/compose.yaml')],
    ['docs/running.md', read('docs/running.md')],
    ['CHANGELOG.md', read('CHANGELOG.md')],
  ] as const)
    t.match(text, file === 'CHANGELOG.md' ? `\n## ${version} (` : `catalog:${version}`, file);
  for (const line of ['read_only: true', 'no-new-privileges:true', '- ALL', '127.0.0.1:8080:8080'])
    t.match(read('deploy/compose.yaml'), line);
});

t.test('the health check of the image follows readiness', async (t) => {
  const [, json = ''] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const [program, ...args] = JSON.parse(json) as string[];
  t.equal(program, 'node');
  let status = 200;
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/health/ready' ? status : 404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const env = { PORT: `${(server.address() as AddressInfo).port}` };
  const exitCode = async () => (await once(spawn(process.execPath, args, { env }), 'exit'))[0];
  t.equal(await exitCode(), 0);
  status = 503;
  t.equal(await exitCode(), 1);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  t.equal(await exitCode(), 1, 'nobody listens');
});
