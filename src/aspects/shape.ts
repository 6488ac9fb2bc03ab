import { z } from 'zod';
import { isObject } from '../core/lossless-json.js';
import { isLarge, type Steps } from '../core/steps.js';

type Issue = z.core.$ZodIssue;

/** More are not told, and so not looked for. */
const issuesMax = 5;

/** The issues that `safeParse` finds, the first ones; large objects and arrays are checked part by part. */
export function* checkingShape(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[] = [],
): Steps<Issue[]> {
  yield;
  const shape = unwrapped(schema);
  if (isLarge(value)) {
    if (shape instanceof z.ZodArray && Array.isArray(value)) {
      return yield* all(
        value.map((element, index) => [shape.element, element, index]),
        path,
      );
    }
    if (shape instanceof z.ZodObject && isObject(value)) {
      // Members that the shape does not name are kept as they came.
      const members = Object.entries(shape.shape as Record<string, z.core.$ZodType>);
      return yield* all(
        members.map(([name, member]) => [member, Object.hasOwn(value, name) ? value[name] : undefined, name]),
        path,
      );
    }
  }
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

type Part = [schema: z.core.$ZodType, value: unknown, name: PropertyKey];

function* all(parts: readonly Part[], path: readonly PropertyKey[]): Steps<Issue[]> {
  const issues: Issue[] = [];
  for (const [schema, value, name] of parts) {
    issues.push(...(yield* checkingShape(schema, value, [...path, name])));
    if (issues.length >= issuesMax) break;
  }
  return issues;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrapped(schema.unwrap());
  return schema;
}
