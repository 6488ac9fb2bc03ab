import type { Database } from '../db/database.js';
import type { Json } from '../json/lossless-json.js';

/** The members that views read from aspects without columns of their own. Other members can be large. */
const shownMembers = [
  ...['name', 'title', 'description', 'definition', 'displayName', 'type', 'datasetNameDelimiter', 'logoUrl'],
  ...['platform', 'instance', 'typeNames', 'created', 'schemaName', 'version', 'cluster', 'hash'],
  ...['materialized', 'viewLogic', 'formattedViewLogic', 'viewLanguage'],
  ...['owners', 'terms', 'domains', 'elements', 'lastModified'],
  ...['decommissionTime', 'replacement', 'actor'],
];

/** Elements of a list that are read. */
const maxElements = 1_000;

const shownValue = `
  CASE WHEN json_typeof(value) = 'array' AND json_array_length(value) > ${maxElements}
       THEN (SELECT json_agg(element ORDER BY place)
               FROM json_array_elements(value) WITH ORDINALITY AS e(element, place) WHERE place <= ${maxElements})
       ELSE value END`;

/** The key of one aspect of one entity. */
export const memberKey = (urn: string, name: string): string => `${name} ${urn}`;

/** The shown members of an aspect. */
export interface ShownAspect {
  readonly members: Json;
  /** When the aspect was last written, in ms since the epoch. */
  readonly writtenAt: number;
}

/** Returns the batched read of shown members by `memberKey`, without aspects that do not exist. */
export const memberStore =
  ({ read: query }: Database) =>
  async (keys: readonly string[]): Promise<ReadonlyMap<string, ShownAspect>> => {
    const names = keys.map((key) => key.slice(0, key.indexOf(' ')));
    const urns = keys.map((key) => key.slice(key.indexOf(' ') + 1));
    const rows = await query<{ urn: string; name: string; members: Json | null; writtenAt: number }>(
      `SELECT urn, name, updated_at AS "writtenAt",
              (SELECT json_object_agg(key, ${shownValue}) FROM json_each(body) WHERE key = ANY($3::text[])) AS members
         FROM aspects WHERE (urn, name) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      [urns, names, shownMembers],
    );
    return new Map(
      rows.map(({ urn, name, members, writtenAt }) => [
        memberKey(urn, name),
        { members: members ?? {}, writtenAt },
      ]),
    );
  };
