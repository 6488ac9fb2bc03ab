import { z } from 'zod';
import { badRequest, CatalogError } from '../domain/errors.js';
import { isTimeseriesAspect } from '../domain/timeseries.js';
import { parseUrn, quoted } from '../domain/urn.js';
import { aspectShapes, type ModelledAspect } from './models.js';

export const changeTypes = ['UPSERT', 'CREATE', 'UPDATE', 'PATCH', 'DELETE', 'RESTATE'] as const;
export type ChangeType = (typeof changeTypes)[number];

/** A MetadataChangeProposal, checked: what it wants, and that its aspect fits its model. */
export interface Proposal {
  readonly urn: string;
  readonly entityType: string;
  readonly aspectName: string;
  readonly changeType: ChangeType;
  /** The aspect's JSON text as it came, or the patch's; empty for DELETE. */
  readonly text: string;
  readonly value: unknown;
  /** JSON text */
  readonly systemMetadata: string | null;
}

const wire = z.looseObject({
  entityType: z.string().optional(),
  entityUrn: z.string({ error: 'is required: the URN of the entity' }),
  changeType: z.enum(changeTypes).default('UPSERT'),
  aspectName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]{0,99}$/, 'must be the name of an aspect, such as globalTags'),
  aspect: z.looseObject({ contentType: z.string().optional(), value: z.string() }).nullish(),
  // `datahub put --run-id` sends it as JSON text.
  systemMetadata: z.union([z.record(z.string(), z.unknown()), z.string()]).nullish(),
});

/** @throws BAD_REQUEST, or INVALID_ASPECT when the aspect does not fit its model */
export function parseProposal(input: unknown): Proposal {
  const parsed = wire.safeParse(input);
  if (!parsed.success) throw badRequest(`the proposal is not right: ${problems(parsed.error)}`);
  const { aspect, aspectName, changeType, systemMetadata } = parsed.data;
  const { urn, type } = parseUrn(unescaped(parsed.data.entityUrn), 'entityUrn');
  if (parsed.data.entityType !== undefined && parsed.data.entityType !== type) {
    throw badRequest(`entityType ${quoted(parsed.data.entityType)} does not fit entityUrn ${quoted(urn)}`);
  }
  const common = {
    urn,
    entityType: type,
    aspectName,
    changeType,
    systemMetadata: metadataText(systemMetadata),
  };
  if (isTimeseriesAspect(aspectName) && !['UPSERT', 'CREATE', 'RESTATE'].includes(changeType)) {
    throw badRequest(`${aspectName} is a time series: its events are added by UPSERT, not by ${changeType}`);
  }
  if (changeType === 'DELETE') return { ...common, text: '', value: null };
  if (!aspect) throw badRequest(`aspect is required for ${changeType} of ${aspectName}`);
  const value = parseText(aspectName, aspect.value);
  if (changeType !== 'PATCH') checkAspect(aspectName, value);
  return { ...common, text: aspect.value, value };
}

/** @throws INVALID_ASPECT */
export function checkAspect(aspectName: string, value: unknown): asserts value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(aspectName, 'must be a JSON object');
  }
  if (!Object.hasOwn(aspectShapes, aspectName)) return;
  const parsed = aspectShapes[aspectName as ModelledAspect].safeParse(value);
  if (!parsed.success) throw invalid(aspectName, problems(parsed.error));
}

export const invalid = (aspectName: string, why: string) =>
  new CatalogError('INVALID_ASPECT', `the aspect ${aspectName} does not fit its model: ${why}`);

const problems = (error: z.ZodError) =>
  error.issues.map(({ path, message }) => `${path.join('.') || 'value'}: ${message}`).join('; ');

/** The Python client writes what is not ASCII as `\uXXXX`, in URNs too, where nothing parses it again. */
const unescaped = (text: string) =>
  text.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

const metadataText = (given: string | object | null | undefined) => {
  if (given === null || given === undefined) return null;
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  return JSON.stringify(parseText('systemMetadata', text));
};

const maxDepth = 100;

function parseText(aspectName: string, text: string): unknown {
  // PostgreSQL has no NUL in a text, and its own JSON parser a bounded stack.
  if (text.includes('\\u0000')) throw invalid(aspectName, 'holds the character U+0000');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid(aspectName, `is not JSON: ${(error as Error).message}`);
  }
  if (isDeeper(value, maxDepth)) throw invalid(aspectName, `is nested more than ${maxDepth} levels deep`);
  return value;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1));
}
