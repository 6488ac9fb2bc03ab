import t from 'tap';
import { add, ingestUrl, patchProposal, proposal } from '../support/aspects.js';
import { column, field } from '../support/metadata.js';
import { guarantee } from './guarantee.js';
import { probe } from './support/probe.js';
import { service } from './support/service.js';

// `String.normalize` sorts a run of combining marks by insertion: without a limit, each of these requests kept the event
// loop busy for seconds.

const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,marks,PROD)';
const bytes = 120_001;
const marks = `a${'\u0315\u0300'.repeat(30_000)}`;
const ascii = 'a'.repeat(bytes);
/** Times of a busy machine vary by this much. In ms. */
const least = 50;

const mutation = (name: string, type: string, input: object) =>
  [
    '/api/graphql',
    { query: `mutation ($input: ${type}!) { ${name}(input: $input) }`, variables: { input } },
  ] as const;
const tagUrn = 'urn:li:tag:Legacy';
const ingest = (one: object) => [ingestUrl, { proposal: one }] as const;
const edits = (path: string) => ({ editableSchemaFieldInfo: [{ fieldPath: path, description: 'd' }] });

const requests: Readonly<Record<string, (text: string) => readonly [url: string, body: object]>> = {
  addTag: (text) => mutation('addTag', 'TagAssociationInput', { tagUrn, resourceUrn: urn, ...column(text) }),
  removeTag: (text) =>
    mutation('removeTag', 'TagAssociationInput', { tagUrn, resourceUrn: urn, ...column(text) }),
  addTags: (text) =>
    mutation('addTags', 'AddTagsInput', { tagUrns: [tagUrn], resourceUrn: urn, ...column(text) }),
  batchAddTags: (text) =>
    mutation('batchAddTags', 'BatchAddTagsInput', {
      tagUrns: [tagUrn],
      resources: [{ resourceUrn: urn, ...column(text) }],
    }),
  batchRemoveTags: (text) =>
    mutation('batchRemoveTags', 'BatchRemoveTagsInput', {
      tagUrns: [tagUrn],
      resources: [{ resourceUrn: urn, ...column(text) }],
    }),
  updateDescription: (text) =>
    mutation('updateDescription', 'DescriptionUpdateInput', {
      description: 'd',
      resourceUrn: urn,
      ...column(text),
    }),
  schemaMetadata: (text) => ingest(proposal(urn, 'schemaMetadata', { fields: [field(text)] })),
  editableSchemaMetadata: (text) => ingest(proposal(urn, 'editableSchemaMetadata', edits(text))),
  'the value of a patch': (text) =>
    ingest(
      patchProposal(urn, 'editableSchemaMetadata', [add('/editableSchemaFieldInfo/x', { fieldPath: text })]),
    ),
  'the path of a patch': (text) =>
    ingest(
      patchProposal(urn, 'editableSchemaMetadata', [
        add(`/editableSchemaFieldInfo/${text.slice(0, 60_000)}/description`, 'd'),
      ]),
    ),
  'a description, for search': (text) => ingest(proposal(urn, 'datasetProperties', { description: text })),
  'a name, for search': (text) => ingest(proposal(urn, 'datasetProperties', { name: text })),
  'URNs in an aspect': (text) =>
    ingest(proposal(urn, 'ownership', { owners: Array(30).fill(`urn:li:corpuser:${text.slice(0, 2_000)}`) })),
};

t.test('runs of combining marks delay others no longer than as many bytes of ASCII', async (t) => {
  const one = await service(t);
  await one.start();
  const headers = { authorization: `Bearer ${one.token()}`, 'content-type': 'application/json' };
  const health = await probe(one.url);
  t.teardown(() => health.stop());
  const figures: Record<string, string> = {};

  /** Returns the shortest of three longest stalls, in ms. */
  async function stall(
    make: () => readonly [url: string, body: object],
  ): Promise<[ms: number, answer: string]> {
    const [url, body] = make();
    const stalls: number[] = [];
    let text = '';
    for (let run = 0; run < 3; run += 1) {
      await health.longest();
      const answer = await fetch(one.url + url, { method: 'POST', headers, body: JSON.stringify(body) });
      text = `${answer.status} ${await answer.text()}`;
      stalls.push(await health.longest());
    }
    return [Math.min(...stalls), text];
  }

  for (const [what, make] of Object.entries(requests)) {
    const [control, answer] = await stall(() => make(ascii));
    const [hostile, sameAnswer] = await stall(() => make(marks));
    t.equal(sameAnswer.slice(0, 3), answer.slice(0, 3), `${what}: ${sameAnswer.slice(0, 200)}`);
    const ratio = Math.max(hostile, least) / Math.max(control, least);
    t.ok(ratio <= 3, `${what}: ${hostile} ms, and ${control} ms for ASCII`);
    figures[what] = `${hostile.toFixed(0)} ms, ASCII ${control.toFixed(0)} ms`;
  }
  guarantee(t, 'runs of combining marks delay others no longer than as many bytes of ASCII', figures);
});
