import { badRequest } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import { withinLimit } from '../db/batch-loader.js';
import type { Database } from '../db/database.js';
import { factKey, factStore } from './facts-store.js';
import { type Field, findField } from './fields.js';

/** The values of one field of one entity. */
export interface Fact {
  /** As the request names it. */
  readonly field: string;
  /** In the order of their bytes. */
  readonly values: readonly string[];
}

/** Fields that are read of one entity. */
const maxFields = 20;

/** Returns the read of fields of one entity from its search document. Concurrent reads share their statement. */
export function factReads(db: Pick<Database, 'read'>) {
  const load = withinLimit(factStore(db), { name: 'facts' });
  const readValues = async (urn: string, { name, sources }: Field): Promise<readonly string[]> =>
    sources.length === 0 ? [] : ((await load(factKey(urn, name))) ?? []);

  /** @throws BAD_REQUEST */
  return async (urn: string, names: readonly string[]): Promise<Fact[]> =>
    Promise.all(
      checkFields(names).map(async ([name, field]) => ({
        field: name,
        values: await readValues(urn, field),
      })),
    );
}

/** Returns each field once, with the name that the request has for it. */
function checkFields(names: readonly string[]): [name: string, field: Field][] {
  const wanted = [...new Set(names)];
  if (wanted.length > maxFields)
    throw badRequest(`${wanted.length} fields are requested; at most ${maxFields} are allowed`);
  return wanted.map((name) => {
    const field = findField(name);
    if (field.sources.some(({ kind }) => kind === 'columns'))
      throw badRequest(`${quoted(name)} is a field of columns, which facts do not include`);
    return [name, field];
  });
}
