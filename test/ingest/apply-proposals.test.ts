import t from 'tap';
import type { CatalogError } from '../../src/core/errors.js';
import { applyProposals, type ReadCurrent } from '../../src/ingest/apply-proposals.js';
import { parseProposal } from '../../src/ingest/proposal.js';
import { Refusals } from '../../src/ingest/refusals.js';
import { finish } from '../../src/scheduling/steps.js';
import { storedAspects } from '../../src/stored-aspects.js';
import { add, deletion, patchProposal, proposal, remove } from '../support/aspects.js';

const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)';
const parsed = (input: unknown, index: number) => finish(parseProposal(storedAspects, input, index));
function applied(proposals: Parameters<typeof applyProposals>[0], current: ReadCurrent) {
  // As if there were others, so that an error names the proposal.
  const refusals = new Refusals(proposals.length + 1);
  const changes = finish(applyProposals(proposals, current, refusals));
  refusals.throwIfAny();
  return changes;
}
const put = (value: object, changeType = 'UPSERT') => proposal(urn, 'x', value, { changeType });
const patch = (...operations: object[]) => patchProposal(urn, 'x', operations);
const gone = deletion(urn, 'x');

const outcome = (before: string | null, ...inputs: object[]) => {
  const reads: string[] = [];
  const { deleted, upserts } = applied(
    inputs.map((input, index) => parsed(input, index)),
    (read, name) => {
      reads.push(`${read} ${name}`);
      return before;
    },
  );
  return {
    deleted: deleted.length,
    after: upserts.map(({ value }) => JSON.stringify(value)),
    reads: reads.length,
  };
};

/** The aspect before, the proposals and the result; null if nothing is written. */
const cases: [
  what: string,
  before: string | null,
  inputs: object[],
  after: string | null,
  deleted?: number,
][] = [
  ['several upserts: the last wins', '{"a":1}', [put({ b: 1 }), put({ c: 1 })], '{"c":1}'],
  ['a patch of a stored aspect', '{"a":1}', [patch(add('/b', 2))], '{"a":1,"b":2}'],
  ['a patch after an upsert', '{"a":1}', [put({ b: 1 }), patch(add('/c', 2))], '{"b":1,"c":2}'],
  ['several patches', null, [patch(add('/a', 1)), patch(add('/b', 2)), patch(remove('/a'))], '{"b":2}'],
  ['a patch after a deletion', '{"a":1}', [gone, patch(add('/b', 2))], '{"b":2}'],
  ['a creation after a deletion', '{"a":1}', [gone, put({ b: 1 }, 'CREATE')], '{"b":1}'],
  ['an update after a creation', null, [put({ a: 1 }, 'CREATE'), put({ b: 1 }, 'UPDATE')], '{"b":1}'],
  ['a deletion at the end', null, [put({ a: 1 }), patch(add('/b', 1)), gone], null, 1],
  ['a patch that changes nothing', '{"a":1}', [patch(add('/a', 1)), patch(remove('/b'))], null],
  ['a removal from no aspect', null, [patch(remove('/a'))], null],
  ['an emptied aspect exists', '{"a":1}', [patch(remove('/a'))], '{}'],
  ['an addition and its removal', null, [patch(add('/a', 1)), patch(remove('/a'))], '{}'],
];

const [domainA, domainB] = ['a', 'b'].map((id) => `urn:li:domain:${id}`);
const listed = (...domains: unknown[]) => ({ domains });
const manual = (domain?: string) => ({ domain, attribution: { time: 1, actor: 'urn:li:corpuser:x' } });
const spread = (domain?: string) => ({
  domain,
  attribution: { time: 1, actor: 'urn:li:corpuser:x', sourceDetail: { propagated: 'True' } },
});
const both = (domains: unknown[], ...domainAssociations: object[]) => ({ domains, domainAssociations });
const whole = (value: object) => proposal(urn, 'domains', value);
const patchDomains = (...operations: object[]) => patchProposal(urn, 'domains', operations);

/** The aspect before, the proposals one after another, and the result; null if nothing is written. */
const domains: [what: string, before: object | null, inputs: object[], after: object | null][] = [
  ['new', null, [whole(listed(domainA))], both([domainA], { domain: domainA })],
  ['twice', null, [whole(listed(domainA, domainA))], both([domainA], { domain: domainA })],
  [
    'associations alone',
    null,
    [whole({ domainAssociations: [spread(domainA), manual(domainB)] })],
    { domainAssociations: [manual(domainB), spread(domainA)], domains: [domainB, domainA] },
  ],
  [
    'a former attribution',
    both([domainA], manual(domainA)),
    [whole(listed(domainB, domainA))],
    both([domainA, domainB], manual(domainA), { domain: domainB }),
  ],
  [
    'a removal',
    both([domainA, domainB], manual(domainA), manual(domainB)),
    [whole(listed(domainB))],
    both([domainB], manual(domainB)),
  ],
  [
    'domains that are read, changed and written',
    both([domainA], manual(domainA)),
    [whole(both([domainA, domainB], manual(domainA)))],
    both([domainA, domainB], manual(domainA), { domain: domainB }),
  ],
  [
    'associations that are read, changed and written',
    both([domainA], manual(domainA)),
    [whole(both([domainA], manual(domainB)))],
    both([domainB], manual(domainB)),
  ],
  [
    'no domains, but associations',
    both([domainA], manual(domainA)),
    [whole(both([], manual(domainB)))],
    both([domainB], manual(domainB)),
  ],
  [
    'a deletion before',
    both([domainA], manual(domainA)),
    [deletion(urn, 'domains'), whole(listed(domainA))],
    both([domainA], { domain: domainA }),
  ],
  [
    'patches',
    both([domainA], manual(domainA)),
    [
      patchDomains(add(`/domains/${domainB}`, domainB)),
      patchDomains(remove(`/domains/${domainA}`)),
      patchDomains(add(`/domains/${domainA}`, domainA)),
    ],
    both([domainB, domainA], { domain: domainB }, { domain: domainA }),
  ],
  [
    'a patch of what follows',
    both([domainA], manual(domainA)),
    [patchDomains(remove('/domainAssociations'))],
    null,
  ],
  ['what does not fit the model', null, [whole(listed(1))], listed(1)],
];

t.test('domains and domainAssociations follow each other', async (t) => {
  for (const [what, before, inputs, after] of domains) {
    const stored = before && JSON.stringify(before);
    const { upserts } = applied(inputs.map(parsed), () => stored);
    t.strictSame(
      upserts.map(({ value, text }) => [value, JSON.parse(text!)]),
      after ? [[after, after]] : [],
      what,
    );
  }
  const contradiction = [whole(both([domainA], manual(domainB)))].map(parsed);
  t.throws(() => applied(contradiction, () => null), {
    type: 'INVALID_ASPECT',
    message: /only one of domains and domainAssociations has "urn:li:domain:a"/,
  });
});

t.test('patches of domains are applied one by one, up to a number of characters', async (t) => {
  const stored = JSON.stringify({ domains: [], padding: 'x'.repeat(7_000_000) });
  const patches = ['a', 'b', 'c', 'd'].map((id) => patchDomains(add(`/domains/urn:li:domain:${id}`, id)));
  const patched = (count: number) => applied(patches.slice(0, count).map(parsed), () => stored);
  t.strictSame(patched(3).upserts[0]!.value.domains, ['a', 'b', 'c']);
  t.throws(() => patched(4), {
    type: 'BAD_REQUEST',
    message: /patches large aspects again and again, here domains/,
  });
});

t.test('ownerTypes follow owners', async (t) => {
  const owner = (id: string, more: object) => ({ owner: `urn:li:corpuser:${id}`, ...more });
  const custom = { typeUrn: 'urn:li:ownershipType:a.b' };
  const owners = [
    ...[
      owner('ann', { type: 'DATAOWNER' }),
      owner('bob', { type: 'CUSTOM', ...custom }),
      owner('ann', custom),
    ],
    ...[owner('bob', {}), owner('ann', { type: 'DATAOWNER', source: { type: 'MANUAL' } })],
  ];
  const ownerTypes = {
    'urn:li:ownershipType:__system__dataowner': ['urn:li:corpuser:ann'],
    'urn:li:ownershipType:a%2Eb': ['urn:li:corpuser:bob', 'urn:li:corpuser:ann'],
    'urn:li:ownershipType:__system__none': ['urn:li:corpuser:bob'],
  };
  const follows = { owners, ownerTypes: Object.fromEntries(Object.entries(ownerTypes).reverse()) };
  const after = (value: object) =>
    applied([parsed(proposal(urn, 'ownership', value), 0)], () => null).upserts.map(({ text }) => text);
  t.strictSame(after({ owners }), [JSON.stringify({ owners, ownerTypes })]);
  t.strictSame(after({ owners, ownerTypes: { x: [] } }), [JSON.stringify({ owners, ownerTypes })]);
  for (const same of [follows, { owners: [] }, { owners: ['x'] }, {}])
    t.strictSame(
      after(same),
      [JSON.stringify(same)],
      'an aspect that follows already is stored as it was sent',
    );
  t.strictSame(after({ owners: [], ownerTypes }), [JSON.stringify({ owners: [], ownerTypes: {} })]);
});

t.test('proposals of one aspect in one batch have the result of proposals one after another', async (t) => {
  for (const [what, before, inputs, after, deleted = 0] of cases) {
    t.match(outcome(before, ...inputs), { after: after === null ? [] : [after], deleted }, what);
    t.equal(outcome(before, ...inputs).after.length, after === null ? 0 : 1, what);
  }
});

t.test('an error names the rejected proposal', async (t) => {
  const rejected: [string | null, object[], { type: string; message: RegExp }][] = [
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
  for (const [before, inputs, error] of rejected) t.throws(() => outcome(before, ...inputs), error);
});

t.test('every proposal that fails is named, and how many were not tried', async (t) => {
  const missing = put({}, 'UPDATE');
  const failing = patch({ op: 'test', path: '/a', value: 1 });
  const other = (changeType: string) => proposal(urn, 'y', {}, { changeType });
  const listFailures = (before: string | null, ...inputs: object[]) => {
    try {
      outcome(before, ...inputs);
    } catch (error) {
      return (error as CatalogError).batch!.failures.map(({ index, status, reason }) => [
        index,
        status,
        /(?<=not tried: ).*/.exec(reason)?.[0] ?? null,
      ]);
    }
    return [];
  };
  t.strictSame(listFailures(null, missing, other('UPDATE'), put({}), other('CREATE'), put({}, 'CREATE')), [
    [0, 404, null],
    [1, 404, null],
    [4, 409, null],
  ]);
  t.strictSame(
    listFailures('{}', failing, failing, put({}, 'CREATE'), other('CREATE'), failing, put({}), failing),
    [
      [0, 400, '3'],
      [3, 409, null],
      [6, 400, null],
    ],
  );
  const many = listFailures(null, ...Array.from({ length: 250 }, () => missing));
  t.equal(many.length, 100, 'at most a hundred are named');
});

t.test('a creation of an entity needs one that is new', async (t) => {
  const create = parsed(put({ a: 1 }, 'CREATE_ENTITY'), 0);
  for (const isNew of [true, false]) {
    const refusals = new Refusals(1);
    const { upserts } = finish(
      applyProposals([create, create], () => '{}', refusals, { isNew: () => isNew }),
    );
    t.equal(upserts.length, isNew ? 1 : 0);
    t.equal(refusals.isEmpty, isNew);
  }
});

t.test('aspects that no proposal starts from are not read', async (t) => {
  t.equal(outcome('{}', put({}), put({}), patch(add('/a', 1)), gone).reads, 0);
});

t.test('a patch keeps all digits of numbers that it does not change', async (t) => {
  const { upserts } = applied(
    [parsed(patchProposal(urn, 'x', '[{"op":"add","path":"/b","value":2.0}]'), 0)],
    () => '{"big":9007199254740993,"score":1.0}',
  );
  t.equal(
    JSON.stringify(upserts[0]!.value),
    '{"big":"\\u00009007199254740993","score":"\\u00001.0","b":"\\u00002.0"}',
  );
});
