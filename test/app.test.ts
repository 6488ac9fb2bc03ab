import t from 'tap';
import { asAdmin, openApp, restError } from './support/open-app.js';

const graphql = { method: 'POST', url: '/api/graphql', payload: { query: '{ __typename }' } } as const;
const operations = { method: 'POST', url: '/gms/operations?action=getIndexSizes' } as const;

t.test('everything but health wants to know who is calling', async (t) => {
  const { app } = await openApp(t);
  const everyone = ['/health/live', '/health/ready'];
  const known = ['POST /api/graphql', 'GET /metrics', 'HEAD /metrics'];
  for (const prefix of ['', '/gms', '/api/gms']) known.push(`POST ${prefix}/operations`);
  for (const url of everyone) t.equal((await app.inject(url)).statusCode, 200, url);
  for (const route of known) {
    const [method, url] = route.split(' ') as ['GET' | 'HEAD' | 'POST', string];
    t.equal((await app.inject({ method, url })).statusCode, 401, route);
  }
});

t.test('an error has the shape of its transport', async (t) => {
  const { app } = await openApp(t, { env: { FAILED_AUTHENTICATIONS_PER_MINUTE: '2' } });
  const text = 'Unauthorized to perform this action.';
  const shapes = {
    rest: async () => (await app.inject(operations)).json(),
    graphql: async () => (await app.inject(graphql)).json(),
  };
  t.same(await shapes.rest(), restError(401, text));
  t.same(await shapes.graphql(), {
    errors: [{ message: text, extensions: { code: 401, type: 'UNAUTHENTICATED' } }],
    data: null,
    extensions: {},
  });
  t.match(await shapes.rest(), restError(429, /Too many/));
  t.match(await shapes.graphql(), {
    errors: [{ message: /Too many/, extensions: { code: 429 } }],
    data: null,
  });
  t.ok(Number((await app.inject(graphql)).headers['retry-after']) > 0);
});

t.test('both transports know the actor', async (t) => {
  const { app } = await openApp(t);
  t.equal((await app.inject({ ...operations, headers: asAdmin })).statusCode, 200);
  t.same((await app.inject({ ...graphql, headers: asAdmin })).json(), {
    data: { __typename: 'Query' },
    extensions: {},
  });
});
