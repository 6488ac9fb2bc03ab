import { once } from '../../scheduling/shared.js';
import { printed } from './printed.js';

/** A request to an operation, and its response. */
export interface Example {
  /** The values of parameters in the path and in the query. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Default: 200. */
  readonly status?: number;
  /** A text, or the JSON body. Absent: the response has no body. */
  readonly response?: unknown;
}

const examples = once(
  () =>
    new Map(
      printed
        .trim()
        .split('\n')
        .map((line): [name: string, example: Example] => {
          const at = line.indexOf(' {');
          return [line.slice(0, at), JSON.parse(line.slice(at))];
        }),
    ),
);

/** Returns the example of an operation; undefined: it has none, which a test refuses. */
export const findExample = (method: string, path: string, action?: string): Example | undefined =>
  examples().get(`${method.toUpperCase()} ${path}${action === undefined ? '' : `?action=${action}`}`);
