import { readText } from '../../files/text-file.js';
import type { Dependencies } from '../dependencies.js';
import { maxTokenBytes } from './target.js';

/** Reads a token: from the terminal, which does not show it, or all of standard input. @throws UnreadableFile */
export async function secret({ session, stdin }: Dependencies, question: string): Promise<string> {
  if (session.ask) return session.ask(question, { silent: true });
  return readText(stdin(), 'The input', maxTokenBytes);
}
