import fc from 'fast-check';

/** Texts that some layer may mistake for something else than text. */
const specialTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\nSet-Cookie: x=1\r\n\r\n',
  '\n{"level":60,"msg":"forged"}\n',
  '\u2028\u2029\ufeff',
  '\ud800',
  'x\udfff',
  '__proto__',
  'constructor',
  'toString',
  "'; DROP TABLE users; --",
  '$1',
  '%',
  '\\',
  '%zz',
  '%00',
  '../../../../etc/passwd',
  '{{7*7}}',
  'NaN',
  '-1',
  '1e999',
  '9007199254740993',
  '\u202e\u0301',
  'x'.repeat(300),
  'ß'.repeat(600),
  '('.repeat(2_000),
  'x'.repeat(70_000),
];

const urns = [
  'urn:li:corpuser:ann',
  'urn:li:tag:t',
  'urn:li:container:c',
  'urn:li:dataset:(urn:li:dataPlatform:hive,ann,PROD)',
  'urn:li:dataset:(urn:li:dataPlatform:hive,x%2Cy,PROD)',
  'urn:li:dataPlatform:hive',
  'urn:li:a:(urn:li:b:(((c,d),e),f)',
  'urn:li:tag:',
  'urn:li:dataset:(,,)',
];

const names = [
  'name',
  'description',
  'globalTags',
  'operation',
  'PROD',
  'ONE_HOUR',
  'EXISTS',
  'a.b',
  '#AABBCC',
];
const path = ['[version=2.0].[type=R].a', '[version=2.0].[key=True].[type=K].b', '[version=2.0].', 'a.b'];

/** Returns arbitraries of hostile values. @param secrets texts among them, which the test looks for in answers and logs */
export function hostileValues(secrets: readonly string[]) {
  const units = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  const short = fc.oneof(
    fc.constantFrom(...specialTexts),
    fc.constantFrom(...secrets),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: units, maxLength: 10 }),
  );
  const text = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...urns) },
    { weight: 3, arbitrary: fc.constantFrom(...names, ...path) },
    { weight: 3, arbitrary: short },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...urns), short).map(([a, b]) => a + b) },
    { weight: 1, arbitrary: short.map((part) => `urn:li:dataset:(urn:li:dataPlatform:hive,${part},PROD)`) },
  );
  const number = fc.oneof(
    fc.integer(),
    fc.double(),
    fc.constantFrom(0, -1, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, Number.MAX_SAFE_INTEGER),
  );
  const leaf = fc.oneof(text, number, fc.boolean(), fc.constantFrom(null, [], {}));
  const json: fc.Arbitrary<unknown> = fc.oneof(
    { weight: 4, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(leaf, { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.dictionary(text, leaf, { maxKeys: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 2_000 }).map((depth) => nested(depth)) },
  );
  return { text, number, json };
}

export type HostileValues = ReturnType<typeof hostileValues>;

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Returns one of the values with up to three properties replaced, removed or added. */
export const damaged = (values: fc.Arbitrary<unknown>, json: fc.Arbitrary<unknown>) =>
  fc
    .tuple(
      values,
      fc.array(fc.tuple(fc.nat(), json, fc.constantFrom('put', 'drop', 'add')), { maxLength: 3 }),
    )
    .map(([value, changes]) =>
      changes.reduce<unknown>(
        (sum, [at, by, how]) => change(sum, at, by, how),
        JSON.parse(JSON.stringify(value)),
      ),
    );

function change(value: unknown, at: number, by: unknown, how: 'put' | 'drop' | 'add'): unknown {
  const properties = listProperties(value);
  const property = properties[at % Math.max(1, properties.length)];
  if (!property) return by;
  const [parent, key] = property;
  if (how === 'put') parent[key] = by;
  else if (how === 'drop') delete parent[key];
  else parent[typeof by === 'string' ? by.slice(0, 100) : 'more'] = by;
  return value;
}

type Parent = Record<string, unknown>;

/** Returns all properties at any depth, those of an aspect through `aspect.json`. */
function listProperties(value: unknown, left = 6): [Parent, string][] {
  if (typeof value !== 'object' || value === null || left === 0) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [value as Parent, key] as [Parent, string],
    ...listProperties(inner, left - 1),
  ]);
}
