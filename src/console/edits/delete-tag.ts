import { deleteTag as remove, restoreTag } from '../../client/tag.js';
import { mutate } from '../api/request.js';
import { say } from '../kit/messages.js';

/** Restores a deleted tag with its places. @param text says so; what the answer warns of is added */
export async function bringBack(urn: string, text: string): Promise<string> {
  let warnings: readonly string[] = [];
  await mutate(restoreTag, { urn }, { onWarnings: (texts) => (warnings = texts) });
  return [text, ...warnings].join(' ');
}

/** Deletes a tag, and offers to restore it. @throws RequestError; then nothing is changed */
export async function deleteTag({ urn, name }: { readonly urn: string; readonly name: string }) {
  await mutate(remove, { urn });
  say(`The tag ${name} is deleted.`, () => bringBack(urn, `The tag ${name} is restored.`));
}
