import { z } from 'zod';

/** Messages have no more issues. */
const issuesMax = 5;

/**
 * A list of `min` to `max` elements. zod itself checks the length after the elements, and collects the issues of all of
 * them. Here, the length is checked first, and the check ends after five issues, so a hostile list costs no more than a
 * valid one. A method that copies the schema, such as `refine`, makes an ordinary list of it: wrap the list instead.
 *
 * @param error the message for a longer list
 */
export function boundedArray<Element extends z.ZodType>(
  element: Element,
  max: number,
  { min = 0, error }: { min?: number; error?: string } = {},
): z.ZodArray<Element> {
  const list = z.array(element).min(min).max(max);
  const internals = list._zod;
  const { parse, run } = internals;
  internals.parse = (payload, context) => {
    const { value: given, issues } = payload;
    if (!Array.isArray(given)) return parse(payload, context);
    const elements: unknown[] = [];
    for (let index = 0; index < given.length && issues.length < issuesMax; index += 1) {
      const result = element._zod.run({ value: given[index], issues: [] }, context) as z.core.ParsePayload;
      for (const issue of result.issues.slice(0, issuesMax))
        issues.push({ ...issue, path: [index, ...(issue.path ?? [])] });
      elements.push(result.value);
    }
    return Object.assign(payload, { value: elements });
  };
  internals.run = (payload, context) => {
    const { value, issues } = payload;
    if (!Array.isArray(value) || value.length <= max) return run(payload, context);
    const issue = { code: 'too_big', origin: 'array', maximum: max, inclusive: true } as const;
    issues.push({ ...issue, input: value, inst: list, ...(error && { message: error }) });
    return payload;
  };
  return list;
}

/**
 * `safeParse` for input from outside. zod passes the issues of an object's members as arguments of a function: more than
 * about 100,000 do not fit onto the stack.
 */
export function tryParse<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(input);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const excess = z.custom<never>(() => false, 'has more violations than can be listed');
    return excess.safeParse(input) as z.ZodSafeParseError<z.output<Schema>>;
  }
}
