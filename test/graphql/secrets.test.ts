import t from 'tap';
import { newTokenText } from '../../src/access-tokens/token-format.js';
import { graphqlClient } from './client.js';

const { text } = newTokenText(new Uint8Array(12).fill(7), new Uint8Array(20).fill(9));
const query = 'query q($token: String!) { getAccessTokenMetadata(token: $token) { id } }';
const metadata = async (_: unknown, given: string) => Promise.reject(new Error(`no ${given}`));

for (const [what, ask] of [
  ['a variable of the wrong type', { query, variables: { token: [text] } }],
  ['an unknown key of a variable', { query, variables: { token: { [text]: 1 } } }],
  ['a literal of the wrong type', { query: `{ getAccessTokenMetadata(token: ["${text}"]) { id } }` }],
  ['a syntax error', { query: `{ getAccessTokenMetadata(token: ${text} ${text}) ` }],
  ['a field name', { query: `{ ${text} }` }],
  ['an operation name', { query, variables: { token: text }, operationName: text }],
  ['the message of an unexpected error', { query, variables: { token: text } }],
] as const) {
  t.test(`a token's text in ${what} appears in no answer and in no log`, async (t) => {
    const { app, log } = await graphqlClient(t, { tokens: { metadata } });
    for (let i = 0; i < 6; i++) {
      const response = await app.inject({ method: 'POST', url: '/api/graphql', payload: ask });
      t.ok(response.json().errors.length > 0);
      t.notMatch(response.body, new RegExp(text.slice(0, 30)));
    }
    t.ok(log.length > 0);
    t.notMatch(log.join('\n'), new RegExp(text.slice(0, 30)));
  });
}

t.test('an error message is short, however long the input that graphql-js quotes', async (t) => {
  const { ask } = await graphqlClient(t);
  const { body } = await ask(query, { token: { long: 'x'.repeat(500_000) } });
  t.ok(JSON.stringify(body).length < 2_000);
});
