import t from 'tap';
import { type Privilege, privileges } from '../../../src/datahub/privileges.js';
import { proposal } from '../../support/aspects.js';
import { testCatalog } from '../../support/catalog.js';

interface Described {
  readonly parameters: readonly { name: string; in: string; required?: boolean; example?: string }[];
  readonly requestBody?: { required: boolean; content: Record<string, { examples: Named }> };
  readonly responses: Record<string, { content?: Record<string, { examples?: Named }> }>;
}
type Named = Record<string, { value: object | string }>;

const { app, user } = await testCatalog(t);
const caller = await user('caller', Object.keys(privileges) as Privilege[]);
const { paths } = (await app.inject('/openapi.json')).json();

interface Operation extends Described {
  readonly method: string;
  readonly path: string;
}

const operations: readonly Operation[] = Object.entries<Record<string, Described>>(paths).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, described]) => ({ method, path, ...described })),
);

const jsonExamples = (content: Record<string, { examples?: Named }> = {}) =>
  Object.values(content)[0]?.examples ?? {};

/** The requests and responses that the examples of an operation describe. */
function readExamples({ method, path, parameters, requestBody, responses }: Operation) {
  const [status = '', response = {}] = Object.entries(responses)[0]!;
  const bodies = jsonExamples(requestBody?.content);
  const answers = jsonExamples(response.content);
  const actions: readonly string[] | undefined = paths[path][method].parameters.find(
    ({ name }: { name: string }) => name === 'action',
  )?.schema.enum;
  return (actions ?? ['example']).map((name) => ({
    ...{ method: method.toUpperCase(), path, name, status: Number(status) },
    parameters: parameters.map((one) => (one.name === 'action' ? { ...one, example: name } : one)),
    ...{ body: bodies[name]?.value, response: answers[name]?.value },
    needsBody: requestBody?.required ?? false,
  }));
}
const examples = operations.flatMap(readExamples);

t.test('every operation has an example of its request and of its response', async (t) => {
  t.ok(examples.length > 35, `${examples.length} examples`);
  for (const { method, path, name, parameters, needsBody, body, response, status } of examples) {
    const title = `${method} ${path} ${name}`;
    for (const { name, required, example } of parameters)
      if (required) t.type(example, 'string', `${title}: the parameter ${name}`);
    if (needsBody) t.ok(body, `${title}: the body`);
    t.equal(response === undefined, status === 204, `${title}: the response`);
  }
});

/** The members of a value with their types; of an array, those of its first element. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

const isDeletion = ({ method, name }: (typeof examples)[number]) => method === 'DELETE' || name === 'delete';
const isWrite = ({ method, name }: (typeof examples)[number]) =>
  /^(?:batchI|i)ngest/.test(name) || (name === 'example' && method === 'POST');

/** The cookie of the session that the example of the sign-in has begun. */
let cookie = '';

async function send({ method, path, parameters, body }: (typeof examples)[number]) {
  const valuesIn = (place: string) =>
    parameters.flatMap(({ in: at, name, example }) =>
      at === place && example !== undefined ? [[name, example] as const] : [],
    );
  const url = valuesIn('path').reduce(
    (at, [name, value]) => at.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const isSession = path === '/console/session';
  const answer = await app.inject({
    method: method as 'GET',
    url: `${url}?${new URLSearchParams(Object.fromEntries(valuesIn('query')))}`,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(isSession ? { cookie } : { authorization: `Bearer ${caller.token}` }),
    },
    ...(body !== undefined && { payload: isSession ? { token: caller.token } : body }),
  });
  const [set] = [answer.headers['set-cookie'] ?? []].flat();
  if (set) cookie = set.split(';', 1)[0]!;
  return answer;
}

t.test('the service answers the examples as they say', async (t) => {
  await caller.graphql('mutation { createTag(input: { id: "PII", name: "PII" }) }');
  await caller.graphql(
    'mutation ($actorUrn: String!) { createAccessToken(input: { type: PERSONAL, actorUrn: $actorUrn, duration: ONE_HOUR, name: "x" }) { accessToken } }',
    { actorUrn: caller.urn },
  );
  const request = proposal('urn:li:dataHubExecutionRequest:1', 'dataHubExecutionRequestInput', {
    ...{ task: 'RUN_INGEST', args: {}, executorId: 'default', requestedAt: 1 },
    source: { type: 'CLI_INGESTION_SOURCE' },
  });
  t.equal((await caller.post('/aspects?action=ingestProposal', { proposal: request })).status, 200);
  const first = (test: typeof isWrite) => examples.filter((one) => test(one) && !isDeletion(one));
  const write = examples.find(
    ({ method, path }) => method === 'POST' && path === '/openapi/v3/entity/{type}',
  )!;
  const ordered = [
    write,
    ...first(isWrite),
    ...first((one) => !isWrite(one)),
    ...examples.filter(isDeletion),
  ];
  for (const example of ordered) {
    const title = `${example.method} ${example.path} ${example.name}`;
    // The deletion before has deleted the entity.
    if (isDeletion(example)) await send(write);
    const { statusCode, headers, body } = await send(example);
    t.equal(statusCode, example.status, `${title}: ${body.slice(0, 300)}`);
    if (example.response === undefined) continue;
    const isJson = /\bjson\b/.test(String(headers['content-type']));
    t.match(shapeOf(isJson ? JSON.parse(body) : body), shapeOf(example.response), title);
  }
});
