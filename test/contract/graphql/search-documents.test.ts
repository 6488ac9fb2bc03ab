import t from 'tap';
import { readConfig } from '../../../src/config.js';
import { createDocumentCache } from '../../../src/graphql/document-cache.js';
import { schema } from '../../../src/graphql/schema/schema.js';
import { projectedDocument } from '../../support/projected-document.js';
import { searchDocuments } from '../../support/search-documents.js';

const prepare = createDocumentCache(schema, readConfig({}));

for (const [what, { document, projected }] of Object.entries(searchDocuments)) {
  t.test(`${what}: the document is valid and within the limits`, async (t) => {
    const sent = projected ? projectedDocument(document, schema) : document;
    t.ok(prepare(sent).operation.fields.length > 0);
  });
}
