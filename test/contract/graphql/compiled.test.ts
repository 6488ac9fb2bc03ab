import t from 'tap';
import { compiledDifferences } from '../../support/compiled-differences.js';

// Variables deep in the input, which clients write and a compiler gets wrong. All other forms are in the fault suite.
t.test('a document that was sent often is answered and executed as graphql-js does', async (t) => {
  t.ok((await compiledDifferences(t, ['members', 'elements'])) > 5);
});
