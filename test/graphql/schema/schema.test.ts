import { readFile } from 'node:fs/promises';
import { isInputObjectType, isObjectType } from 'graphql';
import t from 'tap';
import { printedSchema, schema } from '../../../src/graphql/schema/schema.js';
import { root } from '../../support/root.js';

t.test('schema.graphql is the schema that is served (else: npm run schema:print)', async (t) => {
  const committed = await readFile(new URL('schema.graphql', root), 'utf8');
  t.equal(committed, printedSchema);
});

t.test('every type, field, argument and input says what it means', async (t) => {
  const silent: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || ['String', 'Int', 'Boolean'].includes(type.name)) continue;
    if (!type.description) silent.push(type.name);
    if (isInputObjectType(type) || isObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        if (!field.description) silent.push(`${type.name}.${field.name}`);
        for (const arg of 'args' in field ? field.args : []) {
          if (!arg.description) silent.push(`${type.name}.${field.name}(${arg.name})`);
        }
      }
    }
  }
  t.strictSame(silent, []);
});

t.test('the operations have the types that the contract gives them', async (t) => {
  const signatures = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type!.getFields()).map(
      ({ name, args, type }) =>
        `${name}(${args.map((arg) => `${arg.name}: ${arg.type}`).join(', ')}): ${type}`,
    ),
  );
  t.strictSame(signatures.sort(), [
    'addTag(input: TagAssociationInput!): Boolean',
    'addTags(input: AddTagsInput!): Boolean',
    'batchAddTags(input: BatchAddTagsInput!): Boolean',
    'batchRemoveTags(input: BatchRemoveTagsInput!): Boolean',
    'container(urn: String!): Container',
    'createAccessToken(input: GetAccessTokenInput!): AccessToken',
    'createTag(input: CreateTagInput!): String',
    'dataset(urn: String!): Dataset',
    'deleteTag(urn: String!): Boolean',
    'getAccessTokenMetadata(token: String!): AccessTokenMetadata!',
    'listAccessTokens(input: ListAccessTokenInput!): ListAccessTokenResult!',
    'removeTag(input: TagAssociationInput!): Boolean',
    'revokeAccessToken(tokenId: String!): Boolean!',
    'setTagColor(urn: String!, colorHex: String!): Boolean',
    'tag(urn: String!): Tag',
    'updateTag(urn: String!, input: TagUpdateInput!): Tag',
  ]);
});
