import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { buildApp } from '../../src/app.js';
import { startTracing } from '../../src/cli/tracing.js';
import { testCatalog } from '../support/catalog.js';
import { serve } from '../support/serve.js';

const onError = () => undefined;
const start = (env: Record<string, string>) => startTracing({ env, version: '1.2.3', onError });
/** The packages are CommonJS, so this cache has those that are loaded. */
const { cache } = createRequire(import.meta.url);
const loaded = () =>
  // prom-client loads the API, which does nothing without the rest.
  Object.keys(cache).filter((file) => /node_modules\/@opentelemetry\/(?!api\/)/.test(file));

t.test('nothing is loaded unless a variable asks for traces', async (t) => {
  for (const env of [
    {},
    { OTEL_SERVICE_NAME: 'x' },
    { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
    { OTEL_SDK_DISABLED: 'true', OTEL_TRACES_EXPORTER: 'otlp' },
  ])
    t.equal(await start(env), null, JSON.stringify(env));
  t.strictSame(loaded(), []);
});

t.test('what there is not is refused, with what to set', async (t) => {
  await t.rejects(start({ OTEL_TRACES_EXPORTER: 'zipkin' }), {
    name: 'ConfigError',
    message: 'OTEL_TRACES_EXPORTER: must be otlp or none (is "zipkin")',
  });
  await t.rejects(start({ OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }), {
    message: /OTEL_EXPORTER_OTLP_PROTOCOL: must be http\/json.* \(is "grpc"\)$/,
  });
});

interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { key: string; value: Record<string, string | number> }[];
}

/** A collector that keeps what it gets. */
async function collector(t: Test) {
  const bodies: string[] = [];
  const { url } = await serve(t, async (request, response) => {
    bodies.push(`${request.method} ${request.url} ${await text(request)}`);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  return { bodies, url };
}

t.test('a span of each request reaches a collector, without secrets', async (t) => {
  const { bodies, url } = await collector(t);
  // The packages read the environment themselves.
  Object.assign(process.env, { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SERVICE_NAME: 'my-catalog' });
  t.teardown(() => {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    delete process.env.OTEL_SERVICE_NAME;
  });
  const tracing = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
  t.ok(loaded().length > 0);

  const { services, config, db, user } = await testCatalog(t);
  const app = await buildApp({
    services,
    config,
    ready: async () => undefined,
    tracing: tracing!,
  });
  t.teardown(() => app.close());
  const { token } = await user('ann');
  const headers = { authorization: `Bearer ${token}` };
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const graphql = (query: string, variables = {}) =>
    app.inject({
      method: 'POST',
      url: `/api/graphql?token=${token}`,
      headers: {
        ...headers,
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
        tracestate: `x=${token}`,
        baggage: `x=${token}`,
      },
      payload: { query, variables },
    });
  await graphql('query ($urn: String!) { mine: tag(urn: $urn) { urn } }', { urn: `urn:li:tag:${token}` });
  await app.inject({ url: `/nothing/${token}?x=${token}`, headers });
  await app.inject({ url: '/metrics', headers: { authorization: 'Bearer x' } });
  await db.query('ALTER TABLE tags RENAME TO tags_away');
  await graphql('{ tag(urn: "urn:li:tag:variable") { urn } }');
  await db.query('ALTER TABLE tags_away RENAME TO tags');
  await app.close();
  await tracing!.stop();

  const text = bodies.join('\n');
  t.match(text, /^POST \/v1\/traces \{/);
  t.notMatch(text, token.split('_')[2]);
  t.notMatch(text, 'urn:li:tag');
  t.notMatch(text, 'SELECT');
  const batches = bodies.map((body) => JSON.parse(body.slice(body.indexOf('{'))));
  const resource = JSON.stringify(batches[0].resourceSpans[0].resource);
  t.match(resource, '{"key":"service.name","value":{"stringValue":"my-catalog"}}');
  t.match(resource, '{"key":"service.version","value":{"stringValue":"1.2.3"}}');
  const spans: OtlpSpan[] = batches.flatMap(({ resourceSpans }) => resourceSpans[0].scopeSpans[0].spans);
  const shown = spans.map(({ attributes, ...span }) => ({
    ...span,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  }));
  t.equal(shown.length, 4);
  const [view, absent, refused, failed] = shown;
  t.match(view, {
    name: 'POST /api/graphql',
    kind: 2,
    traceId,
    parentSpanId: 'b7ad6b7169203331',
    status: { code: 0 },
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/graphql',
      'url.path': '/api/graphql',
      'http.response.status_code': 200,
      'graphql.operation.type': 'query',
      'catalog.graphql.fields': 'tag',
      'enduser.id': 'urn:li:corpuser:ann',
      'catalog.request_id': /^[\w-]{36}$/,
    },
  });
  t.match(absent, {
    name: 'GET',
    attributes: { 'http.response.status_code': 404, 'url.path': '/nothing/mcs_…' },
  });
  t.match(refused, { name: 'GET /metrics', attributes: { 'http.response.status_code': 401 } });
  t.match(failed, { status: { code: 2 }, attributes: { 'error.type': 'graphql' } });
});
