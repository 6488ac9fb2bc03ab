import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import ts from 'typescript';
import { z } from 'zod';
import { root } from '../support/root.js';

const source = fileURLToPath(new URL('src/', root));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.ts$/.test(file) && !file.startsWith('console/') && !file.includes('generated/'),
);

/** Files whose lists are of another kind, and why. */
const others = new Map([
  ['input/bounded-input.ts', 'makes the bounded ones'],
  ...[
    'entities/editable-schema-metadata.ts',
    'entities/schema-metadata.ts',
    'tags/global-tags.ts',
    'users/aspect-definitions.ts',
  ].map((file): [string, string] => [file, 'checked in steps, up to five issues (ingest/shape.ts)']),
  ['config/values.ts', 'the environment'],
  ['cli/remote/policy-file.ts', 'the file of who runs the command'],
]);

const isOfZod = (node: ts.PropertyAccessExpression) => /^z\b/.test(node.expression.getText());

function listsIn(text: string): string[] {
  const file = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const { text: name } = node.name;
      if (name === 'array' && isOfZod(node)) found.push(node.parent.getText());
      if (['set', 'map', 'tuple'].includes(name) && node.expression.getText() === 'z') found.push(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

t.test('a list in a schema is bounded before its elements are checked', async (t) => {
  t.strictSame(listsIn('const a = z.object({ b: z.array(z.string()).max(3) })').length, 1);
  t.strictSame(listsIn('const a = z\n  .string().array()').length, 1);
  t.strictSame(listsIn('const a = boundedArray(z.string(), 3)'), []);
  const withLists = files.filter((file) => listsIn(readFileSync(join(source, file), 'utf8')).length > 0);
  t.strictSame(withLists.sort(), [...others.keys()].sort());
});

/** Returns the lists in a schema. */
function* findLists(schema: unknown, seen: Set<unknown>): Generator<z.ZodArray> {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return;
  seen.add(schema);
  if (schema instanceof z.ZodArray) yield schema;
  const { def } = schema;
  const shape = 'shape' in def ? Object.values(def.shape as object) : [];
  for (const part of [...Object.values(def), ...shape].flat()) yield* findLists(part, seen);
}

const findMax = (list: z.ZodArray): number | undefined =>
  list.def.checks
    ?.map(({ _zod: { def } }) => (def as { maximum?: number }).maximum)
    .find((maximum) => maximum !== undefined);

t.test('every list of an exported schema refuses what is too long for its length alone', async (t) => {
  let lists = 0;
  const withSchemas = files.filter(
    (file) => !others.has(file) && /from 'zod'/.test(readFileSync(join(source, file), 'utf8')),
  );
  for (const file of withSchemas) {
    const { href } = new URL(`build/src/${file.replace(/\.ts$/, '.js')}`, root);
    for (const [name, exported] of Object.entries(await import(href))) {
      for (const list of findLists(exported, new Set())) {
        lists += 1;
        const max = findMax(list);
        if (!t.type(max, 'number', `${file}: ${name} has a list without a bound`)) continue;
        const { error } = list.safeParse(Array(max! + 1).fill(Symbol('no value')));
        t.strictSame(
          error?.issues.map(({ code }) => code),
          ['too_big'],
          `${file}: ${name}`,
        );
      }
    }
  }
  t.ok(lists > 20, `${lists} lists`);
});
