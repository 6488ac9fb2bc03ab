import t from 'tap';
import type { Json } from '../../../src/json/lossless-json.js';
import { add, keyed, patched, remove, us } from '../../support/aspects.js';

// Patches as the builders of DataHub's Python SDK send them, from its source.

const source = `attribution${us}source`;
const robot = { attribution: { source: 'urn:li:dataHubAction:robot' } };
const upstream = { dataset: 'urn:li:dataset:(urn:li:dataPlatform:s3,a/b,PROD)', type: 'COPY' };
const upstreamAt = 'urn:li:dataset:(urn:li:dataPlatform:s3,a~1b,PROD)';
const edge = { destinationUrn: 'urn:li:chart:(looker,1)' };

const stamp = { time: 0, actor: 'urn:li:corpuser:unknown' };
const cases: [builder: string, aspect: string, before: Json | null, patch: unknown, after: unknown][] = [
  [
    'add_custom_property',
    'datasetProperties',
    null,
    [add('/customProperties/a~1b', '1')],
    { customProperties: { 'a/b': '1' } },
  ],
  [
    'remove_custom_property',
    'datasetProperties',
    { customProperties: { a: '1', '*': '2' } },
    [remove('/customProperties/*'), remove('/customProperties/b')],
    { customProperties: { a: '1' } },
  ],
  [
    'set_custom_properties',
    'datasetProperties',
    { name: 'n', customProperties: { a: '1' } },
    [add('/customProperties', { b: '2' })],
    { name: 'n', customProperties: { b: '2' } },
  ],
  ['set_description', 'editableDatasetProperties', null, [add('/description', 'd')], { description: 'd' }],
  [
    'add_upstream_lineage',
    'upstreamLineage',
    null,
    [add(`/upstreams/${upstreamAt}`, upstream)],
    { upstreams: [upstream] },
  ],
  [
    'remove_upstream_lineage',
    'upstreamLineage',
    { upstreams: [upstream] },
    [remove(`/upstreams/${upstreamAt}`)],
    { upstreams: [] },
  ],
  [
    'add_sibling',
    'siblings',
    { siblings: ['a'], primary: true },
    [add('/siblings/b', 'b'), add('/siblings/a', 'a')],
    { siblings: ['a', 'b'], primary: true },
  ],
  [
    'remove_sibling',
    'siblings',
    { siblings: ['a', 'b'], primary: true },
    [remove('/siblings/a')],
    { siblings: ['b'], primary: true },
  ],
  [
    'set_structured_property',
    'structuredProperties',
    null,
    keyed(
      { properties: ['propertyUrn', source] },
      add('/properties/p/', { propertyUrn: 'p', values: [{ double: 1 }] }),
    ),
    { properties: [{ propertyUrn: 'p', values: [{ double: 1 }] }] },
  ],
  [
    'add_domain',
    'domains',
    null,
    keyed({ domainAssociations: [source, 'domain'] }, add('/domainAssociations//d', { domain: 'd' })),
    { domainAssociations: [{ domain: 'd' }], domains: [] },
  ],
  [
    'add_documentation',
    'documentation',
    { documentations: [{ documentation: 'x' }] },
    keyed({ documentations: [source] }, add('/documentations/', { documentation: 'y' })),
    { documentations: [{ documentation: 'y' }] },
  ],
  [
    'remove_documentation',
    'documentation',
    { documentations: [{ documentation: 'x', ...robot }] },
    keyed({ documentations: [source] }, remove('/documentations')),
    { documentations: [] },
  ],
  [
    'add_institutional_memory',
    'institutionalMemory',
    null,
    keyed({ elements: ['url'] }, add('/elements/https:~1~1a', { url: 'https://a' })),
    { elements: [{ url: 'https://a' }] },
  ],
  [
    'add_input_dataset',
    'dataJobInputOutput',
    null,
    [add('/inputDatasetEdges/urn:li:chart:(looker,1)', edge)],
    { inputDatasetEdges: [edge], inputDatasets: [], outputDatasets: [] },
  ],
  [
    'add_input_dataset_field, which sends no text',
    'dataJobInputOutput',
    { inputDatasets: [], outputDatasets: [], inputDatasetFields: ['a', 'b'] },
    [add('/inputDatasetFields/c', {}), add('/inputDatasetFields/a', {}), remove('/inputDatasetFields/b')],
    { inputDatasets: [], outputDatasets: [], inputDatasetFields: ['a', 'c'] },
  ],
  [
    'add_chart_edge',
    'dashboardInfo',
    { title: 't' },
    [add('/chartEdges/urn:li:chart:(looker,1)', edge), remove('/chartEdges/x')],
    {
      title: 't',
      description: '',
      lastModified: { created: stamp, lastModified: stamp },
      chartEdges: [edge],
    },
  ],
  [
    'add_prompt and add_user',
    'formInfo',
    null,
    [add('/prompts/p', { id: 'p' }), add('/actors/users/u', 'u')],
    { name: '', prompts: [{ id: 'p' }], actors: { users: ['u'] } },
  ],
  ['set_removed', 'status', { removed: false }, [add('/removed', true)], { removed: true }],
];

t.test("what the SDK's builders send", async (t) => {
  for (const [builder, aspect, before, patch, after] of cases) {
    t.strictSame(patched(aspect, patch, before), after, builder);
  }
});
