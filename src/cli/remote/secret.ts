import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';

const maxLength = 16_384;

/** Reads a token: from the terminal, which does not show it, or all of standard input. @throws CommandFailed when it is too long */
export async function secret({ session, stdin }: Dependencies, question: string): Promise<string> {
  if (session.ask) return session.ask(question, { silent: true });
  let text = '';
  for await (const chunk of stdin()) {
    text += Buffer.from(chunk).toString('latin1');
    if (text.length > maxLength) throw new CommandFailed('There is no access token in the input.', 2);
  }
  return text;
}
