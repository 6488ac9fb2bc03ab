import { isInputObjectType, isNonNullType } from 'graphql';
import t from 'tap';
import { schema } from '../../src/graphql/schema/schema.js';
import { createRequest, isGraphql, operations, withoutCase } from '../manifest/operations.js';
import { actorCatalog } from '../support/actors.js';

const all = await actorCatalog(t, { env: { PAGE_SIZE_MAX: '3', SCROLL_SIZE_MAX: '2' } });
const headers = { authorization: `Bearer ${all.manager.token}` };

t.test('a list without a count takes the largest page where its default is larger', async (t) => {
  for (const [name, { answers = 200 }] of Object.entries(operations)) {
    const { status, body } = await all.answer(createRequest(name, await all.onAnn()), headers);
    t.equal(status, answers, `${name}: ${JSON.stringify(body)}`);
  }
  t.equal(
    (await all.manager.post('/openapi/v1/events/audit/search?size=4', {})).status,
    400,
    'a larger count',
  );
});

/** The names of the members of a query's argument `input`. */
function listMembers(name: string): string[] {
  const [, field = ''] = withoutCase(name).split(' ');
  const type = schema
    .getQueryType()!
    .getFields()
    [field]?.args.find((arg) => arg.name === 'input')?.type;
  const input = isNonNullType(type) ? type.ofType : type;
  return isInputObjectType(input) ? Object.keys(input.getFields()) : [];
}

t.test('BAD_REQUEST: a page out of bounds, of every list', async (t) => {
  const tried: string[] = [];
  const on = await all.onAnn();
  for (const [name, { answers = 200 }] of Object.entries(operations))
    for (const [member, value, expected] of [
      ['count', 4, /^count is 4; expected an integer from 0 to [23]$/],
      ['count', -1, /^count is -1; expected an integer from 0 to [23]$/],
      ['start', -1, /^start is -1; expected an integer of 0 or more$/],
    ] as const) {
      if (answers !== 200 || !isGraphql(name) || !listMembers(name).includes(member)) continue;
      const request = createRequest(name, on);
      const { query, variables } = request.payload as { query: string; variables: { input: object } };
      const input = { ...variables.input, [member]: value };
      const { status, body } = await all.answer(
        { ...request, payload: { query, variables: { input } } },
        headers,
      );
      t.match({ status, body }, { status: 400, body: { message: expected } }, name);
      tried.push(name);
    }
  t.ok(tried.length > 20, tried.join());
});
