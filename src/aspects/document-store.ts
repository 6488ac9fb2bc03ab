import type { Requester } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import { busy } from '../core/memory-budget.js';
import { columns } from '../db/unnest.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { countValues, memoryPerValue } from '../json/values.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import { type AspectKey, sumBytes } from './aspect.js';
import { type AspectRow, documentText } from './document.js';
import type { Aspects, AspectTransaction } from './kernel.js';

/** An aspect as JSON text, assembled from the rows of all tables that keep it. */
export interface AspectDocument {
  readonly urn: string;
  readonly name: string;
  readonly text: string;
  readonly written: AuditStamp;
  readonly systemMetadata: string | null;
}

interface Row extends AspectRow {
  readonly systemMetadata: string | null;
}

/** SQL: the aspects of an entity as JSON text, which `parseSaved` reads later; null for none. */
export const savedAspects = ({ sql }: Aspects, urn: string) =>
  `(SELECT json_agg(s ORDER BY s.name) FROM (${sql.select} WHERE a.urn = ${urn}) s)`;

/** @param text from `savedAspects` */
export function* parseSaved(aspects: Aspects, text: string): Steps<AspectDocument[]> {
  return yield* parseDocuments(aspects, (yield* parseInSteps(text)) as readonly Row[]);
}

export interface AspectSelection {
  readonly urns: readonly string[];
  /** null for all aspects of the entities but those in `without` */
  readonly names: readonly string[] | null;
  readonly without?: readonly string[];
}

const selected = `a.urn = ANY($1::text[]) AND ($2::text[] IS NULL OR a.name = ANY($2::text[]))
  AND a.name <> ALL($3::text[])`;

const toParams = ({ urns, names, without = [] }: AspectSelection): unknown[] => [urns, names, without];

export async function readDocuments(
  { query, aspects }: AspectTransaction,
  selection: AspectSelection,
): Promise<AspectDocument[]> {
  const sql = `${aspects.sql.select} WHERE ${selected} ORDER BY a.urn, a.name`;
  return runInTurns(parseDocuments(aspects, await query<Row>(sql, toParams(selection))));
}

/** The approximate sizes of the aspects of entities as text, largest first, without reading them. */
export const documentSizes = (
  { query, aspects }: AspectTransaction,
  selection: AspectSelection,
): Promise<{ name: string; bytes: number }[]> =>
  query(
    `SELECT a.name, (${sumBytes('a.body::text', 'a.system_metadata::text')} + ${aspects.sql.bytesOfRows})::bigint AS bytes
       FROM aspects a WHERE ${selected} ORDER BY bytes DESC`,
    toParams(selection),
  );

/**
 * Returns aspects that are about to be changed.
 *
 * @throws TooLarge when they take more than `maxBytes`, SERVICE_UNAVAILABLE when there is too little memory to parse them
 */
export async function currentDocuments(
  { query, aspects }: AspectTransaction,
  keys: readonly AspectKey[],
  requester: Pick<Requester, 'memory' | 'deadline'>,
  maxBytes?: number,
): Promise<AspectDocument[]> {
  if (keys.length === 0) return [];
  const where = '(a.urn, a.name) IN (SELECT * FROM unnest($1::text[], $2::text[]))';
  const rows = await query<Row>(
    `${aspects.sql.select} WHERE ${where}`,
    columns(keys, 'urn', 'name'),
    maxBytes === undefined ? {} : { maxBytes },
  );
  await takeMemory(
    rows.flatMap(({ extraFields, rows }) => [extraFields, rows ?? '']),
    requester,
  );
  return runInTurns(parseDocuments(aspects, rows), requester.deadline);
}

/** Shorter texts come and go faster than they could pile up. */
const smallText = 65_536;
/** Bytes of memory that one character needs while its text is changed: copies of the text. */
const memoryPerCharacter = 4;

/**
 * Takes the memory that stored texts need when they are parsed. The size of a request does not show it.
 *
 * @throws SERVICE_UNAVAILABLE when there is too little
 */
export async function takeMemory(
  texts: readonly string[],
  { memory, deadline }: Pick<Requester, 'memory' | 'deadline'>,
): Promise<void> {
  const large = texts.filter(({ length }) => length > smallText);
  if (large.length === 0 || !memory) return;
  const bytes = await runInTurns(measureMemory(large), deadline);
  if (!memory.add(bytes)) throw busy();
}

function* measureMemory(texts: readonly string[]): Steps<number> {
  let bytes = 0;
  for (const text of texts) {
    const { inTexts } = yield* countValues(text);
    bytes += memoryPerCharacter * text.length + memoryPerValue * inTexts;
  }
  return bytes;
}

function* parseDocuments(aspects: Aspects, rows: readonly Row[]): Steps<AspectDocument[]> {
  const documents: AspectDocument[] = [];
  for (const row of rows) {
    const { urn, name, updated: written, systemMetadata } = row;
    documents.push({ urn, name, text: yield* documentText(aspects, row), written, systemMetadata });
    yield;
  }
  return documents;
}
