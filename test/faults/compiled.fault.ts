import t from 'tap';
import { compiledDifferences } from '../support/compiled-differences.js';

t.test(
  'a document in any form that was sent often is answered and executed as graphql-js does',
  async (t) => {
    t.ok((await compiledDifferences(t)) > 20);
  },
);
