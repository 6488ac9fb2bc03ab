import t from 'tap';
import { CatalogError } from '../../src/core/errors.js';
import { toCatalogError, unfinished } from '../../src/db/errors.js';
import { toPublicError } from '../../src/public-error.js';

const serverError = (code: string) => Object.assign(new Error('of the server'), { code });
const answer = (error: unknown) => unfinished(error, 'this search', 'make the query more specific');

t.test('a statement timeout is answered with 503, because the database can be slow', async (t) => {
  for (const error of [serverError('57014'), toCatalogError(serverError('57014'))]) {
    const message =
      'this search took longer than the request timeout (REQUEST_TIMEOUT_MS): try again later, or make the query more specific';
    t.match(toPublicError(answer(error)), { status: 503, retryAfterSeconds: 5, message });
  }
});

t.test('more than the database grants to any request is answered with 400', async (t) => {
  for (const code of ['53200', '54000', '54001', '54011', '54023'])
    for (const error of [serverError(code), toCatalogError(serverError(code))])
      t.match(toPublicError(answer(error)), {
        status: 400,
        message: /^this search needs more than the database/,
      });
});

t.test('other failures keep their error', async (t) => {
  const waited = Object.assign(new Error('canceling statement', { cause: serverError('57014') }), {
    code: '55P03',
  });
  for (const error of [waited, serverError('57P01'), new CatalogError('NOT_FOUND'), new Error('x'), null])
    t.equal(answer(error), null);
});
