import t from 'tap';
import { parse } from 'yaml';
import type { Dependencies } from '../../../src/cli/dependencies.js';
import { type Columns, type OutputOptions, output } from '../../../src/cli/remote/output.js';
import { toYaml } from '../../../src/cli/remote/policy-file.js';

type Options = OutputOptions & { width?: number | null };

function printed(isTerminal: boolean, json = false, { width = null, ...options }: Options = {}) {
  const lines: string[] = [];
  const session = { isTerminal, hasColours: false, width };
  const deps = { print: (line: string) => void lines.push(line), session } as unknown as Dependencies;
  return { lines, out: output(deps, { json, ...options }) };
}

const obeyed = /[\p{Cc}\u202e]/u;
const hostile = { name: 'a\u001b[2J\tb\nc\u202ed\u009b1m' };
const columns = { name: ({ name }: typeof hostile) => name, size: () => 1 };

t.test('no text of the service moves the cursor, colours the terminal or adds a column', async (t) => {
  for (const isTerminal of [true, false]) {
    const { lines, out } = printed(isTerminal);
    await out.list([hostile], columns);
    out.one(hostile, columns);
    if (isTerminal) out.done(hostile.name, '', {});
    t.notMatch(lines.join('').replaceAll('\t', ''), obeyed);
    const line = lines.find((one) => one.startsWith('a'))!;
    t.equal(line.split('\t').length, isTerminal ? 1 : 2);
  }
  const { lines, out } = printed(true, true);
  await out.list([hostile], columns);
  t.notMatch(lines.join('').replaceAll('\n', ''), obeyed);
  t.same(JSON.parse(lines.join('\n')), [hostile], 'JSON is exact');

  for (const json of [true, false]) {
    const endless = printed(false, json);
    endless.out.row(hostile, columns);
    const [line = ''] = endless.lines;
    t.notMatch(line.replaceAll('\t', ''), obeyed, 'the lines of audit --follow');
    if (json) t.same(JSON.parse(line), hostile);
  }
  const values = [hostile, { [hostile.name]: 'x\u202ey', long: `${'word '.repeat(40)}\u009b1m\n\u2028 end` }];
  const yaml = await toYaml(values);
  t.notMatch(yaml.replaceAll('\n', ''), /[\p{Cc}\p{Zl}\u202e]/u, 'policy export');
  t.same(parse(yaml), values, 'YAML is exact');
});

t.test('a table has its numbers on the right, and lines have no headings', async (t) => {
  const items = [
    { name: 'one', size: 5 },
    { name: 'three', size: 10.5 },
  ];
  const sizes: Columns<(typeof items)[number]> = { name: ({ name }) => name, size: ({ size }) => size };
  const table = printed(true);
  await table.out.list(items, sizes);
  t.same(table.lines, ['name   size', 'one       5', 'three  10.5']);
  const plain = printed(false);
  await plain.out.list(items, sizes);
  t.same(plain.lines, ['one\t5', 'three\t10.5']);
  await plain.out.list([], sizes);
  t.equal(plain.lines.length, 2, 'nothing for no items');
});

t.test('a table fits the terminal: the widest columns are cut, and URNs at their beginning', async (t) => {
  const items = [
    {
      urn: `urn:li:dataset:(urn:li:dataPlatform:hive,${'a'.repeat(40)},PROD)`,
      name: 'a',
      text: '日本語'.repeat(20),
    },
    { urn: 'urn:li:tag:b', name: 'the second', text: 'x'.repeat(200) },
  ];
  const all: Columns<(typeof items)[number]> = {
    urn: ({ urn }) => urn,
    name: ({ name }) => name,
    text: ({ text }) => text,
    '': () => '██████',
  };
  const width = (line: string) =>
    [...line].reduce((sum, one) => sum + (/\p{Script=Han}/u.test(one) ? 2 : 1), 0);
  for (const columns of [60, 40, 30]) {
    const { lines, out } = printed(true, false, { width: columns });
    await out.list(items, all);
    t.ok(
      lines.every((line) => width(line) <= columns),
      lines.join('\n'),
    );
    t.match(lines[1], /^…\S*,PROD\) {2}a /);
    t.match(lines[1], /日本語.*…$/);
    t.notMatch(lines.join(''), '█', 'no decoration');
  }
  const wide = printed(true, false, { width: 60, wide: true });
  await wide.out.list(items, all);
  t.match(wide.lines[2], 'x'.repeat(200));
  const pipe = printed(false, false, { width: 60, columns: ['name', 'urn'] });
  await pipe.out.list(items, all);
  t.same(pipe.lines, [`a\t${items[0]!.urn}`, 'the second\turn:li:tag:b'], 'nothing is cut in a pipe');
});
