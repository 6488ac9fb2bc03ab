import t from 'tap';
import { fakeServices } from '../../support/fake-services.js';
import { asAdmin, asReader, openApp, restError } from '../../support/open-app.js';

const size = {
  indexName: 'dataset_datasetprofileaspect_v1',
  entityName: 'dataset',
  aspectName: 'datasetprofile',
  sizeMb: 0.208,
};
const open = (t: Parameters<typeof openApp>[0], indexSizes = [size]) =>
  openApp(t, { services: fakeServices({ indexSizes }).services });

const actions = 'Actions: getIndexSizes, truncateTimeseriesAspect, getEsTaskStatus.';
const paths = ['/operations', '/gms/operations', '/api/gms/operations'];

t.test('200: getIndexSizes under every prefix', async (t) => {
  const { app } = await open(t);
  for (const path of paths) {
    const response = await app.inject({
      method: 'POST',
      url: `${path}?action=getIndexSizes`,
      headers: asAdmin,
    });
    t.equal(response.statusCode, 200, path);
    t.match(response.headers['content-type'], /^application\/json/);
    t.same(response.json(), {
      value: {
        indexSizes: [
          {
            aspectName: 'datasetprofile',
            entityName: 'dataset',
            indexName: 'dataset_datasetprofileaspect_v1',
            sizeMb: 0.208,
            sizeInMb: 0.208,
          },
        ],
      },
    });
  }
});

t.test('200: no indices is an empty list', async (t) => {
  const { app } = await open(t, []);
  const response = await app.inject({
    method: 'POST',
    url: `${paths[1]}?action=getIndexSizes`,
    headers: asAdmin,
  });
  t.same(response.json(), { value: { indexSizes: [] } });
});

t.test('200: with no body, an empty one, or one that is ignored', async (t) => {
  const { app } = await open(t);
  const json = 'application/json';
  const bodies = [
    { payload: '', headers: { 'content-type': json } },
    { payload: '', headers: { 'content-type': json, 'content-length': '0' } },
    { payload: '{}', headers: { 'content-type': json } },
    { payload: '{"dryRun": true}', headers: { 'content-type': `${json}; charset=UTF-8` } },
    { payload: 'null', headers: { 'content-type': json } },
  ];
  for (const { payload, headers } of bodies) {
    const url = `${paths[1]}?action=getIndexSizes`;
    const response = await app.inject({ method: 'POST', url, payload, headers: { ...asAdmin, ...headers } });
    t.equal(response.statusCode, 200, `${JSON.stringify(headers)} ${payload}`);
  }
});

t.test('200: a slash at the end of the path', async (t) => {
  const { app } = await open(t);
  const url = `${paths[1]}/?action=getIndexSizes`;
  t.equal((await app.inject({ method: 'POST', url, headers: asAdmin })).statusCode, 200);
});

t.test('400: an unknown action is refused in DataHub’s words, with the ones there are', async (t) => {
  const { app } = await open(t);
  for (const name of ['nope', 'getindexsizes', '__proto__', 'constructor', '']) {
    const url = `/gms/operations?action=${name}`;
    const response = await app.inject({ method: 'POST', url, headers: asAdmin });
    t.equal(response.statusCode, 400);
    const message = `POST operation named ${name} not supported on resource 'operations' URI: '${url}'. ${actions}`;
    t.same(response.json(), restError(400, message));
  }
});

t.test('400: no action, or several', async (t) => {
  const { app } = await open(t);
  for (const query of ['', '?', '?Action=getIndexSizes', '?action=getIndexSizes&action=getIndexSizes']) {
    const response = await app.inject({ method: 'POST', url: `/operations${query}`, headers: asAdmin });
    t.equal(response.statusCode, 400, query);
    t.match(response.json().message, /not supported on resource 'operations'/);
    t.match(response.json().message, actions);
  }
});

t.test('403: without the privilege', async (t) => {
  const { app, lines } = await open(t);
  const url = '/operations?action=getIndexSizes';
  const response = await app.inject({ method: 'POST', url, headers: asReader });
  t.equal(response.statusCode, 403);
  const message = 'Unauthorized to perform this action. Please contact your administrator.';
  t.same(response.json(), restError(403, message));
  t.match(lines.join(''), /no index sizes for you/, 'the log has the detail');
});
