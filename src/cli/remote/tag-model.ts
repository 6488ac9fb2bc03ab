import { type FragmentOf, graphql } from '../../client/documents.js';
import { CommandFailed } from '../command-failed.js';
import type { Columns } from './output.js';

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

export type Tag = FragmentOf<typeof tagFragment>;

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

export const noTag = (urn: string): CommandFailed =>
  new CommandFailed(`There is no tag ${urn}; create one with catalog tag create.`);
