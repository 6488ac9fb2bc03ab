import { readFileSync, writeFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import type { Example } from '../../src/http/examples/examples.js';
import { actorCatalog } from '../support/actors.js';
import { createBrowser } from '../support/browser.js';
import { root } from '../support/root.js';
import { toDescribed } from '../support/routes.js';
import { describeField, printOperation, type Sent, varying, withShownNames } from './api-page.js';
import { createRequest, isGraphql, manifests, operations, withoutCase } from './operations.js';

const all = await actorCatalog(t, { clock: () => 1_735_689_600_000 });
const { paths } = (await all.app.inject('/openapi.json')).json();
const described = new Map<string, string | undefined>(
  Object.entries<Record<string, { summary?: string }>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { summary }]) => [`${method.toUpperCase()} ${path}`, summary] as const,
    ),
  ),
);
const isDescribed = (name: string) => described.has(toDescribed(name).replace(/\?.*/, ''));
const isDeletion = (name: string) => /delete|remove/i.test(name);
/** Those that delete come last, because the others would then find nothing. */
const names = Object.keys(operations)
  .filter((name) => name === withoutCase(name) && (isGraphql(name) || isDescribed(name)))
  .sort((one, other) => Number(isDeletion(one)) - Number(isDeletion(other)));

/** Sends the request of an operation on behalf of a caller with every right. */
async function send(name: string): Promise<Sent> {
  const request = createRequest(name, await all.onAnn());
  const browser = createBrowser(all.app);
  if (name === 'DELETE /console/session') await browser.signIn(all.manager.token);
  const caller = browser.cookie()
    ? { cookie: browser.cookie()!, 'sec-fetch-site': 'same-origin', host: 'localhost' }
    : { authorization: `Bearer ${all.manager.token}` };
  const headers = { ...request.headers, ...caller };
  const { statusCode: status, body, ...answer } = await all.app.inject({ ...request, headers });
  const isJson = /\bjson\b/.test(String(answer.headers['content-type']));
  const response = isJson ? JSON.parse(body) : `${body.split('\n', 1)}\n`;
  return { request, status, ...(body && { response }) };
}

/** Returns an example with the parameters of the path and of the query as `/openapi.json` has them. */
function toExample(name: string, { request: { url, payload }, status, response }: Sent): Example {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.delete('action');
  const template = toDescribed(name).split(/[ ?]/)[1]!;
  const inPath = [...template.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!);
  const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`);
  const values = pattern.exec(pathname)!.slice(1).map(decodeURIComponent);
  const parameters = {
    ...Object.fromEntries(inPath.map((parameter, index) => [parameter, values[index]!])),
    ...Object.fromEntries(searchParams),
  };
  return {
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(payload && Object.keys(payload).length > 0 && { body: payload }),
    ...(status !== 200 && { status }),
    ...(response !== undefined && { response }),
  };
}

const sent = new Map<string, Sent>();
t.before(async () => {
  for (const name of names) sent.set(name, await send(name));
});

/** Compares a file with what it should be, or writes it. */
function compare(t: Test, path: string, text: string): void {
  const file = new URL(path, root);
  if (process.env.PRINT) writeFileSync(file, text);
  else t.equal(readFileSync(file, 'utf8'), text, `${path} (if not, run npm run examples:print)`);
}

t.test('the examples of /openapi.json are those of the service', async (t) => {
  const lines = names
    .filter((name) => !isGraphql(name))
    .map((name) => {
      const example = toExample(name, sent.get(name)!);
      t.ok((example.status ?? 200) < 300, name);
      const json = JSON.stringify(example, (key, value) => (key in varying ? varying[key] : value));
      return `${toDescribed(name)} ${json}`;
    });
  const text = withShownNames(lines.join('\n'));
  t.ok(lines.length > 35, `${lines.length} examples`);
  t.notMatch(text, /`|\$\{/, 'which would end the text');
  const head = `/** The examples of \`/openapi.json\`, which \`npm run examples:print\` writes from the manifests in \`test/manifest/\`. */
export const printed = String.raw\``;
  compare(t, 'src/http/examples/printed.ts', `${head}\n${text}\n\`;\n`);
});

const describe = (name: string) =>
  `${isGraphql(name) ? describeField(name) : described.get(toDescribed(name).replace(/\?.*/, ''))}`;

/** Pages and their sessions are for browsers. */
const isShown = (name: string) => sent.has(name) && !/ \/(openapi\.json|console)/.test(name);

t.test('docs/api-examples.md has a request and a response for each operation', async (t) => {
  const sections = Object.entries(manifests).map(([heading, noun]) =>
    [
      `## ${heading}`,
      ...Object.keys(noun)
        .filter(isShown)
        .map((name) => printOperation(name, describe(name), sent.get(name)!)),
    ].join('\n\n'),
  );
  const head = `# API examples

This page has a request and its response for each operation. \`npm run examples:print\` writes it.
[api-tour.md](api-tour.md) leads through the operations with commands for the sample metadata, and
[wire-contract.md](wire-contract.md) describes arguments, errors and limits.

\`$CATALOG\` is the address of the service, and \`$TOKEN\` an access token. The names in the requests are examples. In the
responses, \`…\` stands for a value that differs each time.`;
  compare(t, 'docs/api-examples.md', `${[head, ...sections].join('\n\n')}\n`);
});
