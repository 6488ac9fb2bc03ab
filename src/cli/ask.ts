import { CommandFailed } from './command-failed.js';

/** Asks on the terminal, separate from the results on standard output. */
export async function ask(prompt: string, { silent = false } = {}): Promise<string> {
  const { read } = await import('read');
  return read({ prompt, silent, output: process.stderr }).catch(() => {
    throw new CommandFailed('Cancelled; nothing was changed.');
  });
}
