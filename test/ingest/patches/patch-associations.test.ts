import t from 'tap';
import type { Json } from '../../../src/json/lossless-json.js';
import { add, keyed, patched, remove, us } from '../../support/aspects.js';

// Patches as the builders of DataHub's Python SDK send them, from its source.

const source = `attribution${us}source`;
const byOwner = ['owner', 'type', 'typeUrn', source];
const bob = { owner: 'urn:li:corpuser:bob', type: 'DATAOWNER' };
const term = { urn: 'urn:li:glossaryTerm:a' };
const robot = { attribution: { source: 'urn:li:dataHubAction:robot' } };
const robotAt = 'urn:li:dataHubAction:robot';
const noStamp = { auditStamp: { time: 0, actor: 'urn:li:corpuser:unknown' } };

const cases: [builder: string, aspect: string, before: Json | null, patch: unknown, after: unknown][] = [
  [
    'add_tag',
    'globalTags',
    null,
    keyed({ tags: [source, 'tag'] }, add('/tags//urn:li:tag:a', { tag: 'urn:li:tag:a' })),
    { tags: [{ tag: 'urn:li:tag:a' }] },
  ],
  [
    'add_tag, attributed',
    'globalTags',
    { tags: [{ tag: 'urn:li:tag:b' }] },
    keyed({ tags: [source, 'tag'] }, add(`/tags/${robotAt}/urn:li:tag:a`, { tag: 'urn:li:tag:a', ...robot })),
    { tags: [{ tag: 'urn:li:tag:b' }, { tag: 'urn:li:tag:a', ...robot }] },
  ],
  [
    'remove_tag of any source',
    'globalTags',
    { tags: [{ tag: 'urn:li:tag:a', ...robot }, { tag: 'urn:li:tag:b' }] },
    keyed({ tags: ['tag', source] }, remove('/tags/urn:li:tag:a')),
    { tags: [{ tag: 'urn:li:tag:b' }] },
  ],
  [
    'remove_tag of one source',
    'globalTags',
    { tags: [{ tag: 'urn:li:tag:a', ...robot }] },
    keyed({ tags: [source, 'tag'] }, remove('/tags//urn:li:tag:a'), remove('/tags/other/urn:li:tag:a')),
    { tags: [{ tag: 'urn:li:tag:a', ...robot }] },
  ],
  [
    'remove_tag of every source',
    'globalTags',
    { tags: [{ tag: 'urn:li:tag:a', ...robot }] },
    keyed({ tags: [source, 'tag'] }, remove('/tags/*/urn:li:tag:a')),
    { tags: [] },
  ],
  [
    'add_tag of older clients',
    'globalTags',
    null,
    [add('/tags/urn:li:tag:a', { tag: 'urn:li:tag:a' })],
    { tags: [{ tag: 'urn:li:tag:a' }] },
  ],
  [
    'for_field().add_tag',
    'editableSchemaMetadata',
    null,
    [add('/editableSchemaFieldInfo/a.b~1c/globalTags/tags/urn:li:tag:a', { tag: 'urn:li:tag:a' })],
    { editableSchemaFieldInfo: [{ fieldPath: 'a.b/c', globalTags: { tags: [{ tag: 'urn:li:tag:a' }] } }] },
  ],
  [
    'for_field().remove_tag',
    'editableSchemaMetadata',
    { editableSchemaFieldInfo: [{ fieldPath: 'a', globalTags: { tags: [{ tag: 'urn:li:tag:a' }] } }] },
    [remove('/editableSchemaFieldInfo/a/globalTags/tags/urn:li:tag:a')],
    { editableSchemaFieldInfo: [{ fieldPath: 'a', globalTags: { tags: [] } }] },
  ],
  [
    'for_field().add_term',
    'editableSchemaMetadata',
    null,
    [add('/editableSchemaFieldInfo/a/glossaryTerms/terms/urn:li:glossaryTerm:a', term)],
    { editableSchemaFieldInfo: [{ fieldPath: 'a', glossaryTerms: { terms: [term] } }] },
  ],
  [
    'add_term',
    'glossaryTerms',
    null,
    keyed({ terms: ['urn', source] }, add('/terms/urn:li:glossaryTerm:a/', term)),
    { terms: [term], ...noStamp },
  ],
  [
    'remove_term',
    'glossaryTerms',
    { terms: [term, { ...term, ...robot }], ...noStamp },
    keyed({ terms: ['urn', source] }, remove('/terms/urn:li:glossaryTerm:a')),
    { terms: [], ...noStamp },
  ],
  [
    'add_owner',
    'ownership',
    null,
    keyed({ owners: byOwner }, add('/owners/urn:li:corpuser:bob/DATAOWNER//', bob)),
    { owners: [bob] },
  ],
  [
    'add_owner of another type',
    'ownership',
    { owners: [bob] },
    keyed(
      { owners: byOwner },
      add('/owners/urn:li:corpuser:bob/CUSTOM/urn:li:ownershipType:x/', { ...bob, type: 'CUSTOM' }),
    ),
    { owners: [bob, { ...bob, type: 'CUSTOM', typeUrn: 'urn:li:ownershipType:x' }] },
  ],
  [
    'remove_owner',
    'ownership',
    { owners: [bob, { ...bob, ...robot }] },
    keyed({ owners: byOwner }, remove('/owners/urn:li:corpuser:bob')),
    { owners: [] },
  ],
  [
    'remove_owner by its type',
    'ownership',
    { owners: [bob, { ...bob, type: 'X' }] },
    keyed({ owners: ['owner', 'typeUrn', 'type', source] }, remove('/owners/urn:li:corpuser:bob//X')),
    { owners: [bob] },
  ],
  [
    'set_owners',
    'ownership',
    { owners: [bob] },
    [add('/owners', [{ owner: 'c' }])],
    { owners: [{ owner: 'c' }] },
  ],
];

t.test("what the SDK's builders send", async (t) => {
  for (const [builder, aspect, before, patch, after] of cases) {
    t.strictSame(patched(aspect, patch, before), after, builder);
  }
});
