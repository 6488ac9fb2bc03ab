/** The schema of the hand-written candidates: the part of the catalog's schema that the tag view needs. */
export const sdl = `
  type Query { dataset(urn: String!): Dataset }
  type Mutation { addTags(input: AddTagsInput!): Boolean removeTag(input: TagAssociationInput!): Boolean }
  input AddTagsInput { resourceUrn: String! tagUrns: [String!]! }
  input TagAssociationInput { resourceUrn: String! tagUrn: String! }
  type Dataset { urn: String! tags: GlobalTags }
  type GlobalTags { tags: [TagAssociation!] }
  type TagAssociation { tag: Tag! }
  type Tag { urn: String! name: String! properties: TagProperties }
  type TagProperties { name: String! description: String colorHex: String }
`;

export interface TagRow {
  urn: string;
  name: string;
  description: string | null;
  colorHex: string | null;
}

export const toDataset = (urn: string, tags: readonly TagRow[]) => ({
  urn,
  tags: {
    tags: tags.map(({ urn, name, ...rest }) => ({ tag: { urn, name, properties: { name, ...rest } } })),
  },
});

const tag = (n: number): TagRow => ({
  urn: `urn:li:tag:t${n}`,
  name: `Tag ${n}`,
  description: 'One of a thousand',
  colorHex: null,
});
export const staticTags = [tag(1), tag(2), tag(3)];
