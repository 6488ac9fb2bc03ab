import { z } from 'zod';
import {
  type Aspect,
  type AssociationWrite,
  distinct,
  jsonOrNull,
  parsedBy,
  parseMembers,
  sumBytes,
  without,
} from '../aspects/aspect.js';
import { parseTagUrn } from '../core/urn.js';
import type { Json } from '../json/lossless-json.js';
import type { Steps } from '../scheduling/steps.js';
import { attributionSource } from './attribution.js';
import { clearTags, replaceTags } from './global-tags-store.js';

/** The tags of an entity, or, within other aspects, of a column. */
export const globalTagsModel = z.looseObject({
  tags: z.array(z.looseObject({ tag: parsedBy((urn) => parseTagUrn(urn)) })),
});

type GlobalTags = z.output<typeof globalTagsModel>;

/** SQL: the tags of the aspect's entity, or of its column at a path, as a JSON array. */
export const selectTags = (path: string): string => `
  (SELECT coalesce(json_agg(json_build_object('tag', g.tag_urn, 'extraFields', g.body::text) ORDER BY g.position), '[]')
     FROM current_global_tags g WHERE g.resource_urn = a.urn AND g.field_path = ${path})`;

export const bytesOfTags = (path: string): string => `
  (SELECT coalesce(sum(${sumBytes('g.tag_urn', 'g.body::text')} + 20), 0)
     FROM current_global_tags g WHERE g.resource_urn = a.urn AND g.field_path = ${path})`;

/** A row of `selectTags`. */
export interface TagJson {
  readonly tag: string;
  readonly extraFields: string | null;
}

export function* joinTags(rows: readonly TagJson[]): Steps<Json[]> {
  const tags: Json[] = [];
  for (const { tag, extraFields } of rows) {
    tags.push({ tag, ...(yield* parseMembers(extraFields)) });
    yield;
  }
  return tags;
}

/** Appends the rows of tags. A tag counts once for each source that it is from; the last one has the place of the first. */
export function* splitTags(
  resourceUrn: string,
  fieldPath: string,
  { tags }: GlobalTags,
  rows: AssociationWrite[],
): Steps<void> {
  for (const { tag, ...others } of distinct(tags, (one) => `${one.tag}\0${attributionSource(one)}`)) {
    rows.push({ resourceUrn, fieldPath, tagUrn: tag, extraFields: yield* jsonOrNull(others) });
    yield;
  }
}

export const globalTags: Aspect = {
  name: 'globalTags',
  entityTypes: null,
  model: globalTagsModel,
  rows: {
    tables: {
      *split(upserts) {
        const associations: AssociationWrite[] = [];
        for (const { urn, value } of upserts) yield* splitTags(urn, '', value as GlobalTags, associations);
        const urns = upserts.map(({ urn }) => urn);
        return { associations, write: (tx, audit) => replaceTags(tx, urns, 'entity', associations, audit) };
      },
      clear: (tx, keys) => clearTags(tx, keys, 'entity'),
    },
    rest: without('tags'),
    select: selectTags("''"),
    bytes: bytesOfTags("''"),
    *join(rest, rows) {
      return { ...rest, tags: yield* joinTags(rows as TagJson[]) };
    },
  },
  locks: {
    tags: (value) => (value as GlobalTags).tags.map(({ tag }) => tag),
  },
};
