import t from 'tap';
import { readConfig } from '../../src/config.js';
import { createDocumentCache } from '../../src/graphql/document-cache.js';
import { schema } from '../../src/graphql/schema/schema.js';
import { aspectCatalog, proposal } from '../support/aspects.js';
import { flowUrn, jobUrn } from '../support/assets.js';
import { datasetUrn, tagUrn } from '../support/metadata.js';
import { projectedDocument } from '../support/projected-document.js';
import { searchDocuments } from '../support/search-documents.js';

const prepare = createDocumentCache(schema, readConfig({}));

for (const [what, { document, projected }] of Object.entries(searchDocuments)) {
  t.test(`${what}: the document is valid and within the limits`, async (t) => {
    const sent = projected ? projectedDocument(document, schema) : document;
    t.ok(prepare(sent).operation.fields.length > 0);
  });
}

t.test('every document is answered without an error', async (t) => {
  const { writer, put } = await aspectCatalog(t);
  const [dataset, removed] = [datasetUrn('orders'), datasetUrn('old')];
  await put(
    proposal(tagUrn('pii'), 'tagProperties', { name: 'PII' }),
    proposal(dataset, 'globalTags', { tags: [{ tag: tagUrn('pii') }] }),
    proposal(removed, 'status', { removed: true }),
    proposal(flowUrn, 'dataFlowInfo', { name: 'Nightly' }),
    proposal(jobUrn, 'dataJobInfo', { name: 'Load', type: 'COMMAND' }),
    proposal('urn:li:query:one', 'queryProperties', {
      statement: { value: 'SELECT', language: 'SQL' },
      source: 'SYSTEM',
      created: { time: 1, actor: 'urn:li:corpuser:a' },
      lastModified: { time: 1, actor: 'urn:li:corpuser:a' },
    }),
  );
  const answers = new Map<string, unknown>();
  for (const [what, { document, projected, variables }] of Object.entries(searchDocuments)) {
    const sent = projected ? projectedDocument(document, schema) : document;
    for (const _ of [1, 2, 3, 4]) {
      const { status, body } = await writer.graphql(sent, variables);
      t.equal(status, 200, what);
      t.strictSame(body.errors, undefined, what);
      answers.set(what, body.data);
    }
  }
  const scrolled = (...urns: string[]) => ({
    scrollAcrossEntities: { searchResults: urns.map((urn) => ({ entity: { urn } })) },
  });
  t.match(answers.get('the soft-deleted entities of datahub-gc'), scrolled(removed));
  t.match(answers.get('the queries of datahub-gc'), scrolled('urn:li:query:one'));
  t.match(answers.get('the flows of datahub-gc'), scrolled(flowUrn));
  t.match(answers.get('the jobs of datahub-gc'), scrolled(jobUrn));
  for (const what of ['datahub search', 'datahub search --projection', 'the search of agents'])
    t.match(answers.get(what), {
      searchAcrossEntities: { total: 1, searchResults: [{ entity: { urn: dataset } }] },
    });
  t.match(answers.get('the tags of agents'), { entities: [{ urn: tagUrn('pii') }, null] });
  t.strictSame(answers.get('the view of all users'), { globalViewsSettings: { defaultView: null } });
});
