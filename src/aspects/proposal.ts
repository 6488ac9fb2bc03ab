import { z } from 'zod';
import { badRequest, CatalogError } from '../core/errors.js';
import { isObject } from '../core/lossless-json.js';
import { stringifyInSteps } from '../core/lossless-json-steps.js';
import type { Steps } from '../core/steps.js';
import { parseUrn, quoted } from '../core/urn.js';
import { members } from '../metadata/models.js';
import { isTimeseriesAspect } from '../timeseries/timeseries-index.js';
import { checkAspect, invalid, parseAspectText, problems } from './validate.js';

const changeTypes = ['UPSERT', 'CREATE', 'UPDATE', 'PATCH', 'DELETE', 'RESTATE'] as const;

/** A parsed MetadataChangeProposal, whose aspect fits its model. */
export interface Proposal {
  readonly urn: string;
  readonly entityType: string;
  readonly aspectName: string;
  readonly changeType: (typeof changeTypes)[number];
  /** JSON text of the aspect or of the patch as the client sent it; empty for DELETE. */
  readonly text: string;
  readonly value: unknown;
  /** The prefix of error messages, such as `proposals[3]`; empty outside of a batch. */
  readonly label: string;
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
export const parseProposal = (input: unknown, label: string): Steps<Proposal> =>
  stepsWithErrorPrefix(label, parse(input, label));

function* parse(input: unknown, label: string): Steps<Proposal> {
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
    label,
    systemMetadata: yield* systemMetadataText(systemMetadata),
  };
  if (changeType === 'DELETE') return { ...common, text: '', value: null };
  if (!aspect) throw badRequest(`aspect is required for ${changeType} of ${aspectName}`);
  const value = yield* parseAspectText(aspectName, aspect.value);
  if (changeType !== 'PATCH') yield* checkAspect(type, aspectName, value);
  return { ...common, text: aspect.value, value };
}

/** Runs work and adds the label to the message of a CatalogError. */
export function withErrorPrefix<T>(label: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw prefixError(label, error);
  }
}

/** `withErrorPrefix` in steps. */
function* stepsWithErrorPrefix<T>(label: string, steps: Steps<T>): Steps<T> {
  try {
    return yield* steps;
  } catch (error) {
    throw prefixError(label, error);
  }
}

export function prefixError(label: string, error: unknown): unknown {
  if (label === '' || !(error instanceof CatalogError)) return error;
  return new CatalogError(error.type, `${label}: ${error.message}`);
}

/** The Python client escapes non-ASCII characters as `\uXXXX` in URNs, too, which no JSON parser unescapes. */
const unescaped = (text: string) =>
  text.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

function* systemMetadataText(given: string | object | null | undefined): Steps<string | null> {
  if (given === null || given === undefined) return null;
  const text = typeof given === 'string' ? given : yield* stringifyInSteps(given);
  if (!isObject(yield* parseAspectText('systemMetadata', text))) {
    throw invalid('systemMetadata', 'must be a JSON object');
  }
  return text;
}
