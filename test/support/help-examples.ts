import { fakeCommands } from './fake-commands.js';

/** Returns the arguments of the examples in the help of a command. */
export async function helpExamples(...command: string[]): Promise<string[][]> {
  const { run, printed } = fakeCommands();
  await run(...command, '--help').catch(() => {});
  const examples = printed.join('').matchAll(/^ {2}(?:[A-Z_]+=\S+ )*catalog (.+)$/gm);
  return [...examples].map(([, line = '']) => line.split(' '));
}
