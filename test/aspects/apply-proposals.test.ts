import t from 'tap';
import { type Current, folding } from '../../src/aspects/apply-proposals.js';
import { readingProposal } from '../../src/aspects/proposal.js';
import { finish } from '../../src/core/steps.js';
import { add, deletion, patchProposal, proposal, remove } from '../support/aspects.js';

const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)';
const parseProposal = (input: unknown, place: string) => finish(readingProposal(input, place));
const fold = (proposals: Parameters<typeof folding>[0], current: Current) =>
  finish(folding(proposals, current));
const put = (value: object, changeType = 'UPSERT') => proposal(urn, 'x', value, { changeType });
const patch = (...operations: object[]) => patchProposal(urn, 'x', operations);
const gone = deletion(urn, 'x');

const folded = (before: string | null, ...inputs: object[]) => {
  const asked: string[] = [];
  const { deleted, upserts } = fold(
    inputs.map((input, index) => parseProposal(input, `proposals[${index}]`)),
    (asking, name) => {
      asked.push(`${asking} ${name}`);
      return before;
    },
  );
  return {
    deleted: deleted.length,
    after: upserts.map(({ value }) => JSON.stringify(value)),
    asked: asked.length,
  };
};

/** What is there before, what is proposed, and what it comes to; null: nothing is written. */
const cases: [
  what: string,
  before: string | null,
  inputs: object[],
  after: string | null,
  deleted?: number,
][] = [
  ['the last of several', '{"a":1}', [put({ b: 1 }), put({ c: 1 })], '{"c":1}'],
  ['a patch of what is there', '{"a":1}', [patch(add('/b', 2))], '{"a":1,"b":2}'],
  ['a patch of what is written before it', '{"a":1}', [put({ b: 1 }), patch(add('/c', 2))], '{"b":1,"c":2}'],
  ['patch after patch', null, [patch(add('/a', 1)), patch(add('/b', 2)), patch(remove('/a'))], '{"b":2}'],
  ['a patch after a deletion', '{"a":1}', [gone, patch(add('/b', 2))], '{"b":2}'],
  ['created after a deletion', '{"a":1}', [gone, put({ b: 1 }, 'CREATE')], '{"b":1}'],
  ['updated after being made', null, [put({ a: 1 }, 'CREATE'), put({ b: 1 }, 'UPDATE')], '{"b":1}'],
  ['deleted after all', null, [put({ a: 1 }), patch(add('/b', 1)), gone], null, 1],
  ['a patch that changes nothing', '{"a":1}', [patch(add('/a', 1)), patch(remove('/b'))], null],
  ['removed from nothing', null, [patch(remove('/a'))], null],
  ['emptied is not unwritten', '{"a":1}', [patch(remove('/a'))], '{}'],
  ['made and removed from', null, [patch(add('/a', 1)), patch(remove('/a'))], '{}'],
];

t.test('proposals of one aspect come to what they come to one after the other', async (t) => {
  for (const [what, before, inputs, after, deleted = 0] of cases) {
    t.match(folded(before, ...inputs), { after: after === null ? [] : [after], deleted }, what);
    t.equal(folded(before, ...inputs).after.length, after === null ? 0 : 1, what);
  }
});

t.test('a refusal says which proposal it was', async (t) => {
  const refused: [string | null, object[], { type: string; message: RegExp }][] = [
    ['{}', [put({}), put({}, 'CREATE')], { type: 'CONFLICT', message: /^proposals\[1\]: / }],
    [null, [put({}, 'UPDATE')], { type: 'NOT_FOUND', message: /^proposals\[0\]: / }],
    [null, [put({}), gone, put({}, 'UPDATE')], { type: 'NOT_FOUND', message: /^proposals\[2\]: / }],
    [
      '{}',
      [put({}), put({}), patch({ op: 'test', path: '/a', value: 1 })],
      { type: 'BAD_REQUEST', message: /^proposals\[2\]: / },
    ],
    [
      '{}',
      [patchProposal(urn, 'globalTags', [add('/tags', 1)])],
      { type: 'INVALID_ASPECT', message: /^proposals\[0\]: .*tags/ },
    ],
    ['{}', [patch(add('', []))], { type: 'INVALID_ASPECT', message: /must be a JSON object/ }],
  ];
  for (const [before, inputs, error] of refused) t.throws(() => folded(before, ...inputs), error);
});

t.test('what nothing starts from is not asked for', async (t) => {
  t.equal(folded('{}', put({}), put({}), patch(add('/a', 1)), gone).asked, 0);
});

t.test('a patch leaves the digits of what it does not touch', async (t) => {
  const { upserts } = fold(
    [parseProposal(patchProposal(urn, 'x', '[{"op":"add","path":"/b","value":2.0}]'), '')],
    () => '{"big":9007199254740993,"score":1.0}',
  );
  t.equal(
    JSON.stringify(upserts[0]!.value),
    '{"big":"\\u00009007199254740993","score":"\\u00001.0","b":"\\u00002.0"}',
  );
});
