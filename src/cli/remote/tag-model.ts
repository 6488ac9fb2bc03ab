import { type FragmentOf, graphql } from '../../client/documents.js';
import { readUrn } from '../../core/urn.js';
import { CommandFailed } from '../command-failed.js';
import type { Call } from './command.js';
import { findNamed } from './named.js';
import type { Columns } from './output.js';
import { type PageInput, pages } from './paging.js';

export const tagFragment = graphql(`
  fragment Tag on Tag {
    urn
    name
    properties {
      description
      colorHex
    }
    usage {
      entities
      columns
    }
  }
`);

type Tag = FragmentOf<typeof tagFragment>;

export const tagColumns: Columns<Tag> = {
  tag: ({ urn }) => urn,
  name: ({ name }) => name,
  entities: ({ usage }) => usage.entities,
  columns: ({ usage }) => usage.columns,
  colour: ({ properties }) => properties?.colorHex,
  description: ({ properties }) => properties?.description,
};

/** Returns the URN of a tag, which may be given by its id. @throws CommandFailed */
export function tagUrn(text: string): string {
  if (text.startsWith('urn:li:tag:')) return text;
  if (!text.startsWith('urn:') && text !== '') return `urn:li:tag:${text}`;
  throw new CommandFailed(`"${text}" is not a tag: expected an id or urn:li:tag:<id>.`, 2);
}

const idDocument = graphql('query ($urn: String!) { tag(urn: $urn) { urn } }');
const namesDocument = graphql(
  'query ($input: ListTagsInput!) { listTags(input: $input) { total tags { urn name } } }',
);

const maxCandidates = 10_000;

/**
 * Returns the URN of a tag that is given by its URN, its id or its name, also after `tag:` as other entities are. An id is
 * preferred, because no two tags have it.
 *
 * @throws CommandFailed
 */
export async function findTag(text: string, call: Call): Promise<string> {
  const name = text.replace(/^tag:/, '');
  const urn = tagUrn(name);
  if (urn === text) return urn;
  // A name can have characters that an id cannot have.
  if (readUrn(urn) !== null) {
    const { tag } = await call.catalog.graphql(idDocument, { urn });
    if (tag !== null) return tag.urn;
  }
  const toVariables = (page: PageInput) => ({ input: { query: name, ...page } });
  const tags = await pages(call, namesDocument, toVariables, { limit: maxCandidates });
  const found = findNamed(tags, name, 'tags');
  if (found === null) throw noTag(urn);
  return found;
}

export const noTag = (urn: string): CommandFailed =>
  new CommandFailed(`There is no tag ${urn}; create one with catalog tag create.`);
