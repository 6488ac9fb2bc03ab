import t from 'tap';
import { z } from 'zod';
import { parseTokenText } from '../../src/access-tokens/token-format.js';
import { detailTexts } from '../../src/audit/detail.js';
import { resolveColumn, resolveEdits } from '../../src/core/field-path.js';
import { nearestName } from '../../src/core/nearest-name.js';
import { withoutTokens } from '../../src/core/text.js';
import { encodeTexts } from '../../src/db/text-array.js';
import { toExpression } from '../../src/http/routes/entity-search.js';
import { tryParse } from '../../src/input/bounded-input.js';
import { formatIssues } from '../../src/input/invalid-input.js';
import { withNormalUrns } from '../../src/json/normal-urns.js';
import { countValues } from '../../src/json/values.js';
import { finish } from '../../src/scheduling/steps.js';
import { parseQuery } from '../../src/search/query-text.js';
import { toTokens } from '../../src/search/words.js';
import { simplePath } from '../../src/urn/field-path.js';
import { toNormalForm } from '../../src/urn/normal-form.js';
import { messageFor, wrongValues } from '../support/wrong-variables.js';
import { shortestTime, takesLinearTime } from './support/linear-time.js';

/** Makes each value once, so that its making is not measured. */
function once<Value>(make: (size: number) => Value) {
  const made = new Map<number, Value>();
  return (size: number): Value => {
    if (!made.has(size)) made.set(size, make(size));
    return made.get(size)!;
  };
}

t.test('the values of JSON are counted in linear time', async (t) => {
  const readText = once(
    (size) => `{${Array.from({ length: size }, (_, index) => `"m${index}":{"a":[${index}]}`)}}`,
  );
  takesLinearTime(t, 64_000, (size) => void finish(countValues(readText(size))));
});

t.test('a wrong value of a variable is refused in linear time', async (t) => {
  for (const type of ['SearchAcrossEntitiesInput!', '[FacetFilterInput!]!', 'EntityType']) {
    for (const [what, make] of Object.entries(wrongValues)) {
      const value = once(make);
      takesLinearTime(t, 32_000, (size) => void messageFor(t, type, value(size)), `${type}, ${what}`);
    }
  }
});

t.test('a wrong body is described in linear time', async (t) => {
  const schema = z.strictObject({ in: z.record(z.string(), z.string().max(1)) });
  takesLinearTime(t, 64_000, (size) => {
    const long = 'x'.repeat(size);
    const unknown = Object.fromEntries(Array.from({ length: size / 16 }, (_, index) => [`u${index}`, 1]));
    const input = { in: { [long]: long }, ...unknown, [long]: 1 };
    formatIssues(tryParse(schema, input).error!.issues, input, 'body');
  });
});

t.test('tokens are removed from a text in linear time', async (t) => {
  for (const hostile of ['%', '%25', '%6d', '\\', '\\u006d', '%6dcs_', '%65yJ'])
    takesLinearTime(t, 160_000, (times) => withoutTokens(hostile.repeat(times)), hostile);
  for (const hostile of ['eyJ', 'eyJ-', 'eyJ.', 'eyJ..'])
    takesLinearTime(t, 300_000, (times) => withoutTokens(hostile.repeat(times)), hostile);
});

t.test('queries, names and URNs of clients are read in linear time', async (t) => {
  for (const hostile of [' ', '*', '/q '])
    takesLinearTime(t, 160_000, (times) => void toExpression(`${hostile.repeat(times)}x`), hostile);
  const nearest = nearestName(['globalTags', 'glossaryTerms']);
  takesLinearTime(t, 160_000, (times) => void nearest('gl'.repeat(times)));
  for (const hostile of ['"urn:li:', '"urn:li:é', '\\"urn:li:', '"urn:li:é"'])
    takesLinearTime(t, 64_000, (times) => void finish(withNormalUrns(hostile.repeat(times))), hostile);
});

t.test('a token of megabytes is rejected by its length', async (t) => {
  const junk = `mcs_${'0'.repeat(10_000_000)}`;
  const read = shortestTime(() => /^\w*$/.test(junk));
  const rejected = shortestTime(() => {
    for (let run = 0; run < 100; run += 1) parseTokenText(junk);
  });
  t.ok(rejected < read, `a hundred in ${rejected} ms; one is read in ${read} ms`);
});

t.test('the detail of an audit event is split in linear time', async (t) => {
  const urns = Array.from({ length: 160_000 }, (_, i) => `urn:li:corpuser:user-${i}`);
  const split = (size: number) => void finish(detailTexts({ detail: { users: urns.slice(0, size) } }));
  takesLinearTime(t, urns.length, split);
});

t.test('a query is read in linear time', async (t) => {
  const read = (query: string) => {
    try {
      parseQuery(query);
    } catch (error) {
      t.match(error, { type: 'BAD_REQUEST' });
    }
  };
  for (const part of ['"', '(', '*', '\\', '-', 'NOT ', '!(', 'a:', '"a" ', 'urn:li:(', '&&', 'a.']) {
    for (const start of ['', '/q '])
      takesLinearTime(t, 1_990, (size) => read(start + part.repeat(size / part.length)), start + part);
  }
});

t.test('the path of a column is parsed in linear time', async (t) => {
  for (const part of ['[[', '.[a]']) {
    const parse = (size: number) => simplePath(`[version=2.0].${part.repeat(size / part.length)}`);
    takesLinearTime(t, 1_000_000, parse, part);
  }
});

t.test('a normal form and the words of a text are made in linear time', async (t) => {
  for (const unit of [
    '\u0315\u0300',
    `a${'\u0315\u0300'.repeat(15)}`,
    `a${'\u0315\u0300'.repeat(16)}`,
    'e\u0301',
  ]) {
    const text = once((size) => `a${unit.repeat(size / unit.length)}`);
    for (const form of ['NFC', 'NFD', 'NFKC'] as const)
      takesLinearTime(t, 160_000, (size) => void toNormalForm(text(size), form), `${form} ${unit.length}`);
    takesLinearTime(t, 160_000, (size) => void toTokens(text(size)), `words ${unit.length}`);
  }
});

t.test('the paths of a batch are looked for among many columns in linear time', async (t) => {
  const read = once((size) =>
    Array.from({ length: size }, (_, index) => ({
      fieldPath: `[version=2.0].[type=t${index}].a`,
      simplePath: 'a',
    })),
  );
  takesLinearTime(t, 16_000, (size) => {
    const [columns, edits] = [[...read(size)], [...read(size)]];
    for (const { fieldPath } of columns) {
      resolveColumn(columns, fieldPath);
      resolveEdits(columns, edits, fieldPath);
    }
  });
});

t.test('a parameter of millions of quotes is encoded in linear time', async (t) => {
  takesLinearTime(t, 4_000_000, (times) => {
    const text = '\\"'.repeat(times);
    const [bytes] = encodeTexts([[text]]) as [Buffer];
    if (bytes.length !== 24 + text.length) t.fail(`${bytes.length} bytes of ${text.length} characters`);
  });
});
