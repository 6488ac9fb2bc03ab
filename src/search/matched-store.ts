import type { Actor } from '../core/actor.js';
import type { Database } from '../db/database.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import { simplePath } from '../urn/field-path.js';
import {
  isMatchedBy,
  type MatchedField,
  neededText,
  positiveTerms,
  type Sought,
  searchedFields,
  toSought,
  wantedTags,
} from './matched.js';
import type { Term } from './query-term.js';
import type { SearchRequest } from './request.js';
import { toLike } from './value-test.js';
import type { TagsOfWords } from './words-store.js';

interface Row {
  readonly urn: string;
  /** A field of a document; `tags`, `fieldTags`, `editedFieldTags` for the URN of a tag; or `fieldPaths`. */
  readonly name: string;
  readonly value: string;
  /** The column's path, or its description; empty for none. */
  readonly about: string;
}

/** Columns that are named of each entity. */
const maxColumns = 10;
/** Rows that are read of each entity: a column can be found in several ways. */
const maxRows = 20;
/** Characters of a text that are looked at, and shown. */
const maxText = 1_000;

export type MatchedStore = ReturnType<typeof matchedStore>;

/** Says why entities were found: by which tags and columns, and in which texts. */
export function matchedStore({ read }: Pick<Database, 'read'>) {
  const run = (actor: Actor, sql: string, values: unknown[]) =>
    read<Row>(sql, values, { deadline: actor.deadline });

  /** @param urns of the entities that a request has found */
  return async function matchedFields(
    actor: Actor,
    { query, filter }: SearchRequest,
    tagsOfWords: TagsOfWords,
    urns: readonly string[],
  ): Promise<ReadonlyMap<string, MatchedField[]>> {
    const terms = positiveTerms(query);
    const tags = wantedTags(filter, terms, tagsOfWords);
    const likes = toLikes(terms);
    const tagged = tags.length > 0 ? await run(actor, taggedSql, [urns, tags]) : [];
    const texts = likes.length > 0 ? await run(actor, textsSql, [urns, likes, searchedFields]) : [];
    const fields = new Map<string, MatchedField[]>(urns.map((urn) => [urn, []]));
    const add = (urn: string, name: string, value: string) => {
      const of = fields.get(urn)!;
      if (of.some((field) => field.name === name && field.value === value)) return;
      if (name === 'fieldPaths' && of.filter((field) => field.name === name).length === maxColumns) return;
      of.push({ name, value, urn: value.startsWith('urn:li:') ? value : null });
    };
    for (const { urn, name, value, about } of tagged) {
      add(urn, name, value);
      if (about !== '') add(urn, 'fieldPaths', simplePath(about) || about);
    }
    await runInTurns(addTexts(texts, toSought(terms), add), actor.deadline);
    return fields;
  };
}

function* addTexts(
  rows: readonly Row[],
  sought: readonly Sought[],
  add: (urn: string, name: string, value: string) => void,
): Steps<void> {
  for (const { urn, name, value, about } of rows) {
    const candidates = about === '' ? [value] : [value, about];
    if (candidates.some((text) => isMatchedBy(sought, name, text))) add(urn, name, value);
    yield;
  }
}

const toLikes = (terms: readonly Term[]) =>
  terms.flatMap((term) => {
    const text = neededText(term);
    return text === null ? [] : [`%${toLike([text])}%`];
  });

/** Tags of the entity first, so that those of columns do not push them out. */
const taggedSql = `
  SELECT h.urn, f.name, f.tag AS value, f.path AS about
    FROM unnest($1::text[]) AS h(urn) CROSS JOIN LATERAL (
      SELECT CASE g.field_path WHEN '' THEN 'tags' ELSE 'editedFieldTags' END AS name, g.tag_urn AS tag,
             g.field_path AS path
        FROM current_global_tags g WHERE g.resource_urn = h.urn AND g.tag_urn = ANY($2::text[])
      UNION
      SELECT 'fieldTags', r.target, r.field_path FROM entity_references r
       WHERE r.source = h.urn AND r.aspect = 'schemaMetadata' AND r.relationship = 'SchemaFieldTaggedWith'
         AND r.target = ANY($2::text[])
      ORDER BY 3, 1, 2 LIMIT ${maxRows}) AS f`;

const textsSql = `
  SELECT h.urn, f.name, f.value, f.about
    FROM unnest($1::text[]) AS h(urn) CROSS JOIN LATERAL (
      (SELECT k.name, left(e.value, ${maxText}) AS value, '' AS about
         FROM search_documents d CROSS JOIN unnest($3::text[]) WITH ORDINALITY AS k(name, place)
        CROSS JOIN LATERAL jsonb_array_elements_text(d.fields -> k.name) AS e(value)
        WHERE d.urn = h.urn AND folded(e.value) LIKE ANY($2::text[]) ORDER BY k.place LIMIT ${maxRows})
      UNION ALL
      (SELECT 'fieldPaths', coalesce(nullif(s.simple_path, ''), s.field_path), coalesce(left(s.description, ${maxText}), '') FROM schema_fields s
        WHERE s.dataset_urn = h.urn AND (folded(s.simple_path) LIKE ANY($2::text[]) OR folded(s.description) LIKE ANY($2::text[]))
        ORDER BY s.position LIMIT ${maxRows})
      UNION ALL
      (SELECT 'fieldPaths', s.simple_path, coalesce(left(s.description, ${maxText}), '') FROM editable_schema_fields s
        WHERE s.dataset_urn = h.urn AND folded(s.description) LIKE ANY($2::text[])
        ORDER BY s.position LIMIT ${maxRows})) AS f`;
