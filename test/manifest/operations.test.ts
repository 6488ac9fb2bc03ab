import t from 'tap';
import { schema } from '../../src/graphql/schema/schema.js';
import { testCatalog } from '../support/catalog.js';
import { listActions, listRoutes } from '../support/routes.js';
import { operations, withoutCase } from './operations.js';

t.test('every operation of the schema, and every route, has a manifest', async (t) => {
  const { app, user } = await testCatalog(t);
  const headers = { authorization: `Bearer ${(await user('caller')).token}` };
  const roots = { query: schema.getQueryType()!, mutation: schema.getMutationType()! };
  const names = new Set(
    Object.entries(roots).flatMap(([kind, root]) =>
      Object.keys(root.getFields()).map((field) => `${kind} ${field}`),
    ),
  );
  for (const route of await listRoutes(app)) {
    const name = route.replace(/ (\/api)?\/gms\//, ' /');
    const isPost = route.startsWith('POST');
    const actions = isPost ? await listActions(app, route.split(' ')[1]!, headers) : [];
    for (const one of actions.length > 0 ? actions.map((action) => `${name}?action=${action}`) : [name])
      names.add(one);
  }
  t.strictSame([...new Set(Object.keys(operations).map(withoutCase))].sort(), [...names].sort());
});
