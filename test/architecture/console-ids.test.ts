import t from 'tap';
import { idFromName, idProblem } from '../../src/console/model/ids.js';
import { tagId } from '../../src/tags/input.js';
import { groupId, userId } from '../../src/users/input.js';

// The service and the console have one set of patterns (src/urn/spelling.ts) and messages of their own. This test
// compares what they accept.

const accepted = [
  'pii',
  'a b',
  'x.y-z_1',
  'ärger',
  '標籤',
  '👩‍💻',
  '1️⃣',
  '%2C',
  'a:b',
  'service_1',
  'urn:lix',
  'cafe\u0301',
  'می\u200cخواهم',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  'x'.repeat(400),
];
const refused = [
  '',
  ' a',
  'a ',
  '\u2800a',
  'a,b',
  '(a,b)',
  'a)',
  '%2c',
  'a\nb',
  'a\u0000',
  'a\u200db',
  'a\u200b',
  'a\u00adb',
  '\ud800',
  '\uffff',
  'urn:li:tag:a',
  'x'.repeat(600),
  'é'.repeat(260),
  'e\u0301'.repeat(260),
];
const account = 'service_01234567-89ab-cdef-0123-456789abcdef';
/** The longest ids of each type, and those one byte longer. */
const edges = ['tag', 'corpuser', 'corpGroup'].flatMap((type) => {
  const rest = 512 - `urn:li:${type}:`.length;
  return ['x'.repeat(rest), 'x'.repeat(rest + 1)];
});

const rules = { tag: tagId, corpuser: userId, corpGroup: groupId } as const;

for (const [type, rule] of Object.entries(rules) as [keyof typeof rules, typeof tagId][]) {
  t.test(`the console takes the ids of a ${type} that the service takes`, async (t) => {
    for (const id of [...accepted, ...refused, account, ...edges])
      t.equal(idProblem(type, id) === '', rule.safeParse(id).success, JSON.stringify(id.slice(0, 40)));
    for (const id of accepted) t.equal(idProblem(type, id), '', `${id.slice(0, 40)} is taken`);
    for (const id of refused) t.not(idProblem(type, id), '', `${JSON.stringify(id.slice(0, 40))} is refused`);
  });
}

t.test('an id made from a name is one that the service takes, or none', async (t) => {
  const made: readonly (readonly [name: string, id: string])[] = [
    ['PII', 'PII'],
    ['  Every quarter ', 'Every-quarter'],
    ['Sales (EU), draft', 'Sales-EU-draft'],
    ['urn:li:tag:a', 'urn-li-tag-a'],
    ['a/b%2c - c', 'a-b-2c-c'],
    ['Größe', 'Größe'],
    ['標籤', '標籤'],
    ['हिन्दी', 'हिन्दी'],
    ['👩‍💻 team', 'team'],
    ['a\u200bb', 'a-b'],
    ['???', ''],
    ['_', ''],
    ['', ''],
    [account, account],
    ['é'.repeat(255), 'é'.repeat(100)],
  ];
  for (const [name, id] of made) {
    t.equal(idFromName('tag', name), id, name);
    for (const [type, rule] of Object.entries(rules) as [keyof typeof rules, typeof tagId][]) {
      const ofType = idFromName(type, name);
      if (ofType !== '') t.ok(rule.safeParse(ofType).success, `${type} ${name}`);
    }
  }
  t.equal(idFromName('corpuser', account), '', 'the id of a service account');
});
