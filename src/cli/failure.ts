import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { CatalogError } from '../core/errors.js';
import { UnreadableFile } from '../files/unreadable-file.js';
import { CommandFailed } from './command-failed.js';
import { ReaderGone } from './line-printer.js';

export interface Failure {
  /** 0: success; 1: failure; 2: wrong command line; 3: no catalog responds at the address. */
  readonly exitCode: 0 | 1 | 2 | 3;
  /** Null when the text was printed already. */
  readonly text: string | null;
}

type ErrorClass = abstract new (...args: never[]) => Error;

/**
 * Returns how the process ends after an error: with one line for an expected error, with the stack for an unexpected one.
 *
 * @param expected classes whose message needs no stack
 */
export function toFailure(error: unknown, expected: readonly ErrorClass[]): Failure {
  if (error instanceof CommanderError) {
    // Commander has printed its text. `catalog` without a command prints the help and is wrong usage.
    return { exitCode: error.exitCode === 0 ? 0 : 2, text: null };
  }
  if (error instanceof ReaderGone) return { exitCode: 0, text: null };
  if (error instanceof CommandFailed) return { exitCode: error.exitCode, text: error.message };
  if (error instanceof UnreadableFile) return failed(error.message);
  if (expected.some((one) => error instanceof one)) return failed((error as Error).message);
  if (error instanceof CatalogError)
    return failed([error.message, describeCause(error)].filter(Boolean).join(' '));
  const { syscall, message } = Object(error) as NodeJS.ErrnoException;
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    return failed(
      `Cannot listen on this address: ${message}. HOST and PORT, or --host and --port, set the address.`,
    );
  }
  if (error instanceof Error) return failed(error.stack ?? String(error));
  // A thrown object that is not an Error, for example from WebAssembly, has its text in its properties.
  return failed(typeof error === 'object' ? inspect(error) : String(error));
}

const failed = (text: string): Failure => ({ exitCode: 1, text });

/** Node's error for a name with several addresses has a code and no message. */
function describeCause({ cause }: CatalogError): string | null {
  if (!(cause instanceof Error)) return null;
  return `(${cause.message || (cause as NodeJS.ErrnoException).code})`;
}
