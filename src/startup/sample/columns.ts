import type { AuditStamp } from '../../core/clock.js';
import type { Json } from '../../json/lossless-json.js';
import { type TagId, type TermId, tags, terms } from './vocabulary.js';

/** A column as it is written in the sample. */
interface Column {
  readonly path: string;
  readonly type: string;
  readonly mark: string;
  readonly description: string | undefined;
  readonly tags: readonly TagId[];
  readonly terms: readonly TermId[];
}

const line = /^([\w.]+)([*?]?) +(\S+)(?: +(.*?))?((?: +[#^][\w-]+)*)$/;

/**
 * Reads columns, one on each line: path, type and description, then `#tags` and `^terms`. `*` after the path marks a part
 * of the key, and `?` a column that can be null.
 */
function readColumns(text: string): Column[] {
  return text
    .trim()
    .split(/\n+/)
    .map((one) => {
      const [, path = '', mark = '', type = '', description, marks = ''] = line.exec(one.trim()) ?? [];
      if (path === '') throw new Error(`not a column of the sample: ${one}`);
      const ids = (sign: string) => marks.split(' ').filter((id) => id.startsWith(sign));
      return {
        ...{ path, mark, type, description },
        tags: ids('#').map((id) => known(tags, id.slice(1))),
        terms: ids('^').map((id) => known(terms, id.slice(1))),
      };
    });
}

function known<T extends object>(values: T, id: string): keyof T {
  if (!Object.hasOwn(values, id)) throw new Error(`not in the vocabulary of the sample: ${id}`);
  return id as keyof T;
}

/** Types of DataHub by what native types begin with. */
const types: readonly (readonly [RegExp, string])[] = [
  [/^(varchar|text|string|uuid|char)/, 'StringType'],
  [/^(timestamp)/, 'TimeType'],
  [/^date/, 'DateType'],
  [/^bool/, 'BooleanType'],
  [/^(int|bigint|smallint|long|float|double|number|numeric|decimal)/, 'NumberType'],
  [/\[\]$/, 'ArrayType'],
  [/^(jsonb|variant|[A-Z])/, 'RecordType'],
];

const toType = (native: string) => types.find(([pattern]) => pattern.test(native))?.[1] ?? 'NullType';

/** Returns columns as `fields` of `schemaMetadata`. @param isNested whether paths have DataHub's version 2 */
export function toFields(text: string, isNested: boolean, auditStamp: AuditStamp): Json[] {
  const columns = readColumns(text);
  const byPath = new Map(columns.map((one) => [one.path, one.type]));
  return columns.map(({ path, type, mark, description, tags, terms }) => ({
    fieldPath: isNested ? toNestedPath(path, byPath) : path,
    type: { type: { [`com.linkedin.schema.${toType(type)}`]: {} } },
    nativeDataType: type,
    nullable: mark === '?',
    ...(mark === '*' ? { isPartOfKey: true } : {}),
    ...(description === undefined ? {} : { description }),
    ...(tags.length > 0 ? { globalTags: { tags: tags.map((id) => ({ tag: `urn:li:tag:${id}` })) } } : {}),
    ...(terms.length > 0
      ? { glossaryTerms: { terms: terms.map((id) => ({ urn: `urn:li:glossaryTerm:${id}` })), auditStamp } }
      : {}),
  }));
}

/** Returns a path with the types of its levels: `items.sku` is `…[type=array].[type=struct].items.[type=string].sku`. */
export function toNestedPath(path: string, types: ReadonlyMap<string, string>): string {
  const levels = path.split('.').map((name, index, all) => {
    const type = types.get(all.slice(0, index + 1).join('.')) ?? '';
    const [array, element] = type.endsWith('[]') ? ['[type=array].', type.slice(0, -2)] : ['', type];
    return `${array}[type=${/^[A-Z]/.test(element) ? 'struct' : element}].${name}`;
  });
  return `[version=2.0].[type=struct].${levels.join('.')}`;
}
