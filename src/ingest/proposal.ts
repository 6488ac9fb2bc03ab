import { z } from 'zod';
import { aspectNamePattern, members } from '../aspects/aspect.js';
import type { Aspects } from '../aspects/kernel.js';
import { getKeyAspect, urnOfKey } from '../aspects/key-aspect.js';
import type { EntityKey } from '../aspects/lock-store.js';
import { badRequest, CatalogError } from '../core/errors.js';
import { type ParsedUrn, parseUrn, quoted } from '../core/urn.js';
import { tryParse } from '../input/bounded-input.js';
import { isObject, type Json } from '../json/lossless-json.js';
import { stringifyInSteps } from '../json/lossless-json-steps.js';
import { withNormalUrns } from '../json/normal-urns.js';
import type { Steps } from '../scheduling/steps.js';
import { isTimeseriesAspect } from '../timeseries/timeseries-index.js';
import { skipsExisting } from './condition.js';
import { checkAspect, checkTexts, invalid, type NamedAspect, parseAspectText, problems } from './validate.js';

const changeTypes = ['UPSERT', 'CREATE', 'CREATE_ENTITY', 'UPDATE', 'PATCH', 'DELETE', 'RESTATE'] as const;

/** A parsed MetadataChangeProposal, whose aspect fits its model. */
export interface Proposal extends NamedAspect {
  readonly urn: string;
  readonly changeType: (typeof changeTypes)[number];
  /** JSON text of the aspect or of the patch as the client sent it, with URNs in normal form; empty for DELETE. */
  readonly text: string;
  readonly value: unknown;
  /** Its place in the batch. */
  readonly index: number;
  /** JSON text */
  readonly systemMetadata: string | null;
  /** Whether a creation of what exists has no effect, instead of a conflict. */
  readonly skipsExisting: boolean;
}

export const isWriting = ({ changeType }: Proposal) => changeType !== 'DELETE';

export const entityKey = ({ urn, entityType }: Proposal): EntityKey => ({ urn, type: entityType });

/** Deleting the key aspect deletes the entity. */
export const isWholeEntity = ({ changeType, aspectName, entityType }: Proposal) =>
  changeType === 'DELETE' && aspectName === getKeyAspect(entityType);

/** The subject of an error: a proposal, well-formed or not. */
export interface Subject {
  readonly index: number;
  readonly urn: string | null;
  readonly aspectName: string | null;
}

const genericAspect = z.object({ contentType: z.string().optional(), value: z.string() });

const wire = z.object({
  entityType: z.string().optional(),
  entityUrn: z.string().nullish(),
  entityKeyAspect: genericAspect.nullish(),
  changeType: z.enum(changeTypes).default('UPSERT'),
  aspectName: z.string().regex(aspectNamePattern, 'must be the name of an aspect, such as globalTags'),
  aspect: genericAspect.nullish(),
  // `datahub put --run-id` sends it as JSON text.
  systemMetadata: z.union([members, z.string()]).nullish(),
  headers: z.unknown().optional(),
});

/** @throws BAD_REQUEST, or INVALID_ASPECT when the aspect does not fit its model */
export function* parseProposal(aspects: Aspects, input: unknown, index = 0): Steps<Proposal> {
  const parsed = tryParse(wire, input);
  if (!parsed.success) throw badRequest(`the proposal is invalid: ${problems(parsed.error.issues, input)}`);
  const { aspect, aspectName, changeType, systemMetadata, headers } = parsed.data;
  const { urn, type } = yield* parseEntity(parsed.data);
  if (isTimeseriesAspect(aspectName) && !['UPSERT', 'CREATE', 'RESTATE'].includes(changeType)) {
    const how =
      changeType === 'DELETE'
        ? 'deleted by POST /entities?action=delete with aspectName'
        : `added by UPSERT, not by ${changeType}`;
    throw badRequest(`${aspectName} is a time-series aspect: its events are ${how}`);
  }
  const common = {
    urn,
    entityType: type,
    aspectName,
    definition: aspects.find(type, aspectName),
    changeType,
    index,
    systemMetadata: yield* systemMetadataText(systemMetadata),
    skipsExisting: skipsExisting(headers, changeType),
  };
  if (changeType === 'DELETE') return { ...common, text: '', value: null };
  if (!aspect) throw badRequest(`aspect is required for ${changeType} of ${aspectName}`);
  const text = yield* withNormalUrns(aspect.value);
  const value = yield* parseAspectText(aspectName, text);
  if (changeType !== 'PATCH') yield* checkAspect(common, value);
  return { ...common, text, value };
}

export function parseSubject(input: unknown, index: number): Subject {
  const { entityUrn: urn, aspectName } = isObject(input) ? input : ({} as Json);
  return {
    index,
    urn: typeof urn === 'string' ? urn : null,
    aspectName: typeof aspectName === 'string' ? aspectName : null,
  };
}

function* parseEntity({ entityType, entityUrn, entityKeyAspect }: z.output<typeof wire>): Steps<ParsedUrn> {
  const given = typeof entityUrn === 'string' ? parseUrn(unescaped(entityUrn), 'entityUrn') : null;
  if (given && entityType !== undefined && entityType !== given.type) {
    throw badRequest(`entityType ${quoted(entityType)} does not fit entityUrn ${quoted(given.urn)}`);
  }
  if (!entityKeyAspect) {
    if (given) return given;
    throw badRequest(
      'the proposal is invalid: entityUrn is required: the URN of the entity, or entityKeyAspect',
    );
  }
  if (entityType === undefined) throw badRequest('entityType is required with entityKeyAspect');
  const key = urnOfKey(entityType, yield* parseAspectText('entityKeyAspect', entityKeyAspect.value));
  if (given && given.urn !== key.urn) {
    throw badRequest(
      `entityKeyAspect is the key of ${quoted(key.urn)}, not of entityUrn ${quoted(given.urn)}`,
    );
  }
  return key;
}

/** Returns an error with a label before its message, such as `proposals[3]`. */
export function prefixError(label: string, error: unknown): unknown {
  if (label === '' || !(error instanceof CatalogError)) return error;
  return new CatalogError(error.type, `${label}: ${error.message}`);
}

/** Characters of the longest URN if each is escaped. */
const escapedUrnMax = 6 * 512;

/** The Python client escapes non-ASCII characters as `\uXXXX` even in URNs, and JSON parsers do not unescape these. */
const unescaped = (text: string) =>
  text.length > escapedUrnMax
    ? text
    : text.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

function* systemMetadataText(given: string | object | null | undefined): Steps<string | null> {
  if (given === null || given === undefined) return null;
  // U+0000 marks numbers in the value that is converted to text.
  if (typeof given !== 'string') yield* checkTexts('systemMetadata', given);
  const text = typeof given === 'string' ? given : yield* stringifyInSteps(given);
  if (!isObject(yield* parseAspectText('systemMetadata', text))) {
    throw invalid('systemMetadata', 'must be a JSON object');
  }
  return text;
}
