import { z } from 'zod';
import { badRequest, CatalogError } from '../core/errors.js';
import { isObject } from '../core/lossless-json.js';
import { stringifyingExact } from '../core/lossless-json-steps.js';
import type { Steps } from '../core/steps.js';
import { parseUrn, quoted } from '../core/urn.js';
import { members } from '../metadata/models.js';
import { isTimeseriesAspect } from '../timeseries/timeseries-index.js';
import { checkingAspect, invalid, problems, readingText } from './validate.js';

const changeTypes = ['UPSERT', 'CREATE', 'UPDATE', 'PATCH', 'DELETE', 'RESTATE'] as const;

/** A MetadataChangeProposal, checked: what it wants, and that its aspect fits its model. */
export interface Proposal {
  readonly urn: string;
  readonly entityType: string;
  readonly aspectName: string;
  readonly changeType: (typeof changeTypes)[number];
  /** The aspect's JSON text as it came, or the patch's; empty for DELETE. */
  readonly text: string;
  readonly value: unknown;
  /** Which of a batch it is, to begin messages with. */
  readonly place: string;
  /** JSON text */
  readonly systemMetadata: string | null;
}

const namePattern = /^[A-Za-z][A-Za-z0-9]{0,99}$/;
export const isAspectName = (name: string): boolean => namePattern.test(name);

const wire = z.object({
  entityType: z.string().optional(),
  entityUrn: z.string({ error: 'is required: the URN of the entity' }),
  changeType: z.enum(changeTypes).default('UPSERT'),
  aspectName: z.string().regex(namePattern, 'must be the name of an aspect, such as globalTags'),
  aspect: z.object({ contentType: z.string().optional(), value: z.string() }).nullish(),
  // `datahub put --run-id` sends it as JSON text.
  systemMetadata: z.union([members, z.string()]).nullish(),
});

/** @throws BAD_REQUEST, or INVALID_ASPECT when the aspect does not fit its model */
export const readingProposal = (input: unknown, place: string): Steps<Proposal> =>
  placed(place, reading(input, place));

function* reading(input: unknown, place: string): Steps<Proposal> {
  const parsed = wire.safeParse(input);
  if (!parsed.success) throw badRequest(`the proposal is not right: ${problems(parsed.error)}`);
  const { entityType, entityUrn, aspect, aspectName, changeType, systemMetadata } = parsed.data;
  const { urn, type } = parseUrn(unescaped(entityUrn), 'entityUrn');
  if (entityType !== undefined && entityType !== type) {
    throw badRequest(`entityType ${quoted(entityType)} does not fit entityUrn ${quoted(urn)}`);
  }
  if (isTimeseriesAspect(aspectName) && !['UPSERT', 'CREATE', 'RESTATE'].includes(changeType)) {
    throw badRequest(`${aspectName} is a time series: its events are added by UPSERT, not by ${changeType}`);
  }
  const common = {
    urn,
    entityType: type,
    aspectName,
    changeType,
    place,
    systemMetadata: yield* metadataText(systemMetadata),
  };
  if (changeType === 'DELETE') return { ...common, text: '', value: null };
  if (!aspect) throw badRequest(`aspect is required for ${changeType} of ${aspectName}`);
  const value = yield* readingText(aspectName, aspect.value);
  if (changeType !== 'PATCH') yield* checkingAspect(type, aspectName, value);
  return { ...common, text: aspect.value, value };
}

/** Tells of refused work which of a batch it was. */
export function at<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw blamed(place, error);
  }
}

/** The same for work in steps. */
export function* placed<T>(place: string, steps: Steps<T>): Steps<T> {
  try {
    return yield* steps;
  } catch (error) {
    throw blamed(place, error);
  }
}

/** The error that says which of a batch was refused. */
export function blamed(place: string, error: unknown): unknown {
  if (place === '' || !(error instanceof CatalogError)) return error;
  return new CatalogError(error.type, `${place}: ${error.message}`);
}

/** The Python client writes what is not ASCII as `\uXXXX`, in URNs too, where nothing parses it again. */
const unescaped = (text: string) =>
  text.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

function* metadataText(given: string | object | null | undefined): Steps<string | null> {
  if (given === null || given === undefined) return null;
  const text = typeof given === 'string' ? given : yield* stringifyingExact(given);
  if (!isObject(yield* readingText('systemMetadata', text))) {
    throw invalid('systemMetadata', 'must be a JSON object');
  }
  return text;
}
