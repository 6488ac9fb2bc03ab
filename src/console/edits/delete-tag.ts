import { graphql } from '../../client/documents.js';
import { mutate } from '../api/request.js';
import { say } from '../kit/messages.js';

const remove = graphql(`
  mutation DeleteTag($urn: String!) {
    deleteTag(urn: $urn)
  }
`);

const restore = graphql(`
  mutation RestoreTag($urn: String!) {
    restoreTag(urn: $urn)
  }
`);

/** Deletes a tag, and offers to restore it with its places. @throws RequestError; then nothing is changed */
export async function deleteTag({ urn, name }: { readonly urn: string; readonly name: string }) {
  await mutate(remove, { urn });
  say(`The tag ${name} is deleted.`, async () => {
    let warning = '';
    await mutate(restore, { urn }, { onWarnings: ([first = '']) => (warning = first) });
    return `The tag ${name} is restored. ${warning}`.trim();
  });
}
