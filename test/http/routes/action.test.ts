import t from 'tap';
import { resolveAction } from '../../../src/http/routes/action.js';

const handlers = { getIndexSizes: async () => [], getEsTaskStatus: async () => '' };
const resolve = (query: unknown) => resolveAction('operations', handlers, query, '/operations');

t.test('?action= names a handler', async (t) => {
  t.equal(resolve({ action: 'getIndexSizes', more: 'x' }), handlers.getIndexSizes);
});

t.test('400: an unknown action, with the actions that exist', async (t) => {
  for (const action of [
    'nope',
    'getindexsizes',
    '__proto__',
    'constructor',
    '',
    ['getIndexSizes', 'getIndexSizes'],
  ]) {
    t.throws(() => resolve({ action }), {
      type: 'BAD_REQUEST',
      message: `POST operation named ${action} not supported on resource 'operations' URI: '/operations'. Actions: getIndexSizes, getEsTaskStatus.`,
    });
  }
  for (const query of [{}, { Action: 'getIndexSizes' }]) {
    t.throws(() => resolve(query), { message: /^POST operation without \?action= not supported/ });
  }
});
