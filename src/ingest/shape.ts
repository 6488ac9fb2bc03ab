import { z } from 'zod';
import { isObject } from '../json/lossless-json.js';
import { isLarge, type Steps } from '../scheduling/steps.js';

type Issue = z.core.$ZodIssue;

/** The check stops after this many issues: messages have no more. */
const issuesMax = 5;

/** Returns the first issues that `safeParse` would find. Large objects and arrays are checked in steps. */
export function* checkShape(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[] = [],
): Steps<Issue[]> {
  yield;
  const shape = unwrap(schema);
  if (isLarge(value)) {
    if (shape instanceof z.ZodArray && Array.isArray(value)) {
      const issues = ownIssues(shape, value, path);
      if (issues.length > 0) return issues;
      return yield* checkParts(
        value.map((element, index) => [shape.element, element, index]),
        path,
      );
    }
    if (shape instanceof z.ZodObject && isObject(value)) {
      // Members that the shape does not name are allowed.
      const members = Object.entries(shape.shape as Record<string, z.core.$ZodType>);
      const issues = yield* checkParts(
        members.map(([name, member]) => [member, Object.hasOwn(value, name) ? value[name] : undefined, name]),
        path,
      );
      return issues.length > 0 ? issues : ownIssues(shape, value, path);
    }
  }
  return findIssues(schema, value, path);
}

/** Returns what the rules of a list or an object say of the whole: its length, and refinements. */
const ownIssues = (shape: z.ZodArray | z.ZodObject, value: unknown, path: readonly PropertyKey[]) =>
  findIssues(z.any().check(...((shape.def.checks ?? []) as z.core.$ZodCheck<unknown>[])), value, path);

function findIssues(schema: z.core.$ZodType, value: unknown, path: readonly PropertyKey[]): Issue[] {
  const issues = z.safeParse(schema, value).error?.issues ?? [];
  return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

type Part = [schema: z.core.$ZodType, value: unknown, name: PropertyKey];

function* checkParts(parts: readonly Part[], path: readonly PropertyKey[]): Steps<Issue[]> {
  const issues: Issue[] = [];
  for (const [schema, value, name] of parts) {
    issues.push(...(yield* checkShape(schema, value, [...path, name])));
    if (issues.length >= issuesMax) break;
  }
  return issues;
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrap(schema.unwrap());
  return schema;
}
