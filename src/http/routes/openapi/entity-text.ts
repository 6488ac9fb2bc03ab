import type { EntityDocument } from '../../../aspects/read.js';
import type { AskedEntity } from '../../../aspects/read-entities.js';
import { badRequest } from '../../../core/errors.js';
import { quoted } from '../../../core/urn.js';
import { conditionsIn } from '../../../ingest/condition.js';
import { joinJsonMembers } from '../json-text.js';
import { listEntities } from './proposals.js';
import { spellNames } from './query.js';

/**
 * Returns the entities and aspects that `[{urn, <aspect>: {}…}…]` requests; without aspects: all. @throws BAD_REQUEST
 */
export const askedEntities = (body: unknown, type: string): AskedEntity[] =>
  listEntities(body).map(({ urn, ...aspects }, index) => {
    if (typeof urn !== 'string') throw badRequest(`[${index}].urn is required: the URN of an entity`);
    for (const [name, given] of Object.entries(aspects)) {
      const [condition] = conditionsIn(Object(given).headers);
      // Only the latest version of an aspect is stored.
      if (condition) throw badRequest(`[${index}].${name}: the header ${quoted(condition)} is not supported`);
    }
    const names = spellNames(Object.keys(aspects));
    return { urn, type, names: names.length > 0 ? names : null };
  });

/** Returns the JSON text of `{urn, <aspect>: {value, systemMetadata?}…}`. */
export const entityText = ({ urn, aspects }: EntityDocument, withSystemMetadata: boolean): string =>
  joinJsonMembers({ urn: JSON.stringify(urn), ...aspectTexts(aspects, withSystemMetadata) });

/** Returns the JSON texts of aspects by their names. */
export const aspectTexts = (
  aspects: EntityDocument['aspects'],
  withSystemMetadata: boolean,
): Record<string, string> =>
  Object.fromEntries(aspects.map((aspect) => [aspect.name, aspectText(aspect, withSystemMetadata)]));

/** Returns the JSON text of `{value, systemMetadata?}`. */
export const aspectText = (
  { text, systemMetadata }: EntityDocument['aspects'][number],
  withSystemMetadata: boolean,
): string =>
  joinJsonMembers({
    value: text,
    ...(withSystemMetadata && systemMetadata !== null ? { systemMetadata } : {}),
  });
