import t from 'tap';
import { graphqlClient } from './client.js';

const token = {
  id: '0'.repeat(17),
  type: 'PERSONAL' as const,
  name: 'ci',
  description: null,
  actorUrn: 'urn:li:corpuser:ann',
  ownerUrn: 'urn:li:corpuser:ann',
  createdAt: 1_700_000_000_123,
  expiresAt: null,
  lastUsedAt: null,
  scopes: null,
  withdrawnAt: null,
  withdrawnBecauseOf: [],
};
const input = { type: 'PERSONAL', actorUrn: 'urn:li:corpuser:ann', duration: 'ONE_HOUR', name: 'ci' };
const tokens = { create: async () => ({ text: 'the text', token }) };

for (const type of ['GetAccessTokenInput!', 'CreateAccessTokenInput!', 'CreateAccessTokenInput !']) {
  t.test(`createAccessToken serves a client that declares its variable as ${type}`, async (t) => {
    const { ask } = await graphqlClient(t, { tokens });
    const query = `mutation createAccessToken($input: ${type}) {
      createAccessToken(input: $input) { accessToken metadata { id expiresAt createdAt } } }`;
    for (let i = 0; i < 6; i++) {
      t.strictSame((await ask(query, { input })).body, {
        data: {
          createAccessToken: {
            accessToken: 'the text',
            metadata: { id: token.id, expiresAt: null, createdAt: 1_700_000_000_123 },
          },
        },
        extensions: {},
      });
    }
  });
}

t.test('the alias is replaced where a variable is declared, and nowhere else', async (t) => {
  const seen: unknown[] = [];
  const create = async (_: unknown, given: { name: string; description?: string | null | undefined }) => {
    seen.push([given.name, given.description]);
    return { text: 'the text', token };
  };
  const { ask } = await graphqlClient(t, { tokens: { create } });
  const name = '$input: CreateAccessTokenInput!';
  const query = `# ${name}
    mutation m($input: CreateAccessTokenInput!, $d: String = "${name}") {
      createAccessToken(input: $input) { accessToken }
      CreateAccessTokenInput: createAccessToken(
        input: {type: PERSONAL, actorUrn: "urn:li:corpuser:ann", duration: ONE_DAY, name: "${name}", description: $d}
      ) { accessToken }
    }`;
  const { body } = await ask(query, { input: { ...input, name } });
  t.notOk(body.errors);
  t.strictSame(Object.keys(body.data), ['createAccessToken', 'CreateAccessTokenInput']);
  t.strictSame(seen, [
    [name, undefined],
    [name, name],
  ]);
});

t.test('locations in errors stay right after the alias was replaced', async (t) => {
  const { ask } = await graphqlClient(t, { tokens: { create: async () => Promise.reject(new Error()) } });
  const query =
    'mutation m($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }';
  t.match((await ask(query, { input })).body.errors, [
    { locations: [{ line: 1, column: query.indexOf('createAccess') + 1 }] },
  ]);
});

t.test('the alias is no type of the schema, and other unknown types are rejected', async (t) => {
  const { ask } = await graphqlClient(t);
  const { body } = await ask('{ __type(name: "CreateAccessTokenInput") { name } }');
  t.equal(body.data.__type, null);
  const unknown = await ask('query q($a: CreateAccessTokenInputs!) { __typename @include(if: $a) }');
  t.equal(unknown.status, 400);
});
