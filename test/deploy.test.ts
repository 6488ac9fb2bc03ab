import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { parse } from 'yaml';
import { readConfig, variables } from '../src/config.js';
import { root } from './support/root.js';

const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const dockerfile = read('deploy/Dockerfile');
const { version } = JSON.parse(read('package.json'));

t.test('the image is built from what exists, and runs a supported Node.js without rights', async (t) => {
  const allowed = read('deploy/Dockerfile.dockerignore');
  for (const [, line = ''] of dockerfile.matchAll(/^COPY (?!--from)(.*)$/gm)) {
    for (const source of line.split(' ').slice(0, -1)) {
      t.ok(existsSync(new URL(source, root)), source);
      t.match(allowed, `\n!${source.split('/')[0]}\n`, `${source} is sent to the build`);
    }
  }
  for (const folder of ['scripts', 'browser', 'prisma', 'src'])
    t.match(dockerfile, `COPY ${folder} ${folder}\n`, 'what the build reads');
  const images = [...dockerfile.matchAll(/^FROM node:(\d+)-slim/gm)];
  t.equal(images.length, 2);
  for (const [, major] of images) t.ok(Number(major) >= 24 || major === '22' || major === '20');
  t.match(dockerfile, /^USER node$/m);
});

t.test('the files and the pages name this version', async (t) => {
  for (const [file, text] of [
    ['deploy/Dockerfile', dockerfile],
    ['deploy/compose.yaml', read('deploy/compose.yaml')],
    ['docs/containers.md', read('docs/containers.md')],
    ['CHANGELOG.md', read('CHANGELOG.md')],
  ] as const)
    t.match(text, file === 'CHANGELOG.md' ? `\n## ${version} - 20` : `catalog:${version}`, file);
  t.match(read('docs/running.md'), `metadata-catalog-${version}.tgz`);
  const lock = JSON.parse(read('package-lock.json'));
  t.same([lock.version, lock.packages[''].version], [version, version]);
});

t.test('the compose file fits the image and the service', async (t) => {
  const { services, volumes } = parse(read('deploy/compose.yaml'));
  const { catalog, postgresql } = services;
  t.match(catalog, {
    build: { context: '..', dockerfile: 'deploy/Dockerfile' },
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    depends_on: { postgresql: { condition: 'service_healthy' } },
  });
  const [, port = ''] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
  t.same(catalog.ports, [`127.0.0.1:${port}:${port}`], 'on this machine only');
  const [, folder = ''] = /^VOLUME (\S+)$/m.exec(dockerfile) ?? [];
  const mounts: string[] = [...catalog.volumes, ...postgresql.volumes];
  t.ok(mounts.some((one) => one.endsWith(`:${folder}`)));
  t.same(Object.keys(volumes).sort(), mounts.map((one) => one.split(':')[0]).sort());

  const password = 'secret1';
  const values: Record<string, string> = Object.fromEntries(
    Object.entries<string>(catalog.environment).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{CATALOG_DATABASE_PASSWORD\}/g, password).replace(/\$\{\w+:-(.*)\}/, '$1'),
    ]),
  );
  for (const name of Object.keys(values)) t.ok(variables.includes(name), name);
  const config = readConfig(values);
  const { POSTGRES_USER: user, POSTGRES_DB: database, POSTGRES_PASSWORD } = postgresql.environment;
  t.equal(config.DATABASE_URL, `postgresql://${user}:${password}@postgresql:5432/${database}`);
  t.match(POSTGRES_PASSWORD, /^\$\{CATALOG_DATABASE_PASSWORD:\?/, 'a missing password is refused');
  const seconds = Number.parseInt(catalog.stop_grace_period, 10);
  t.ok(seconds * 1_000 >= config.SHUTDOWN_DELAY_MS + config.REQUEST_TIMEOUT_MS + 5_000);
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
