import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { CatalogError } from '../core/errors.js';

export interface Failure {
  /** 0 fine, 1 failed, 2 the command line is wrong */
  readonly exitCode: 0 | 1 | 2;
  /** Null when all has been said. */
  readonly text: string | null;
}

type ErrorClass = abstract new (...args: never[]) => Error;

/**
 * How the process ends after an error: one clear line for what can be expected, the stack for a surprise.
 *
 * @param expected errors whose message says it all
 */
export function failureOf(error: unknown, expected: readonly ErrorClass[]): Failure {
  if (error instanceof CommanderError) {
    // Commander has written its text; `catalog` alone shows the help as for a wrong usage.
    return { exitCode: error.exitCode === 0 ? 0 : 2, text: null };
  }
  if (expected.some((one) => error instanceof one)) return failed((error as Error).message);
  if (error instanceof CatalogError) return failed([error.message, causeOf(error)].filter(Boolean).join(' '));
  const { syscall, message } = Object(error) as NodeJS.ErrnoException;
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    return failed(`Can't listen there: ${message}. HOST and PORT choose the address.`);
  }
  if (error instanceof Error) return failed(error.stack ?? String(error));
  // What is thrown and is no error, by WebAssembly for one, has its text in its properties.
  return failed(typeof error === 'object' ? inspect(error) : String(error));
}

const failed = (text: string): Failure => ({ exitCode: 1, text });

/** Node's error for a name with several addresses has a code and no message. */
function causeOf({ cause }: CatalogError): string | null {
  if (!(cause instanceof Error)) return null;
  return `(${cause.message || (cause as NodeJS.ErrnoException).code})`;
}
