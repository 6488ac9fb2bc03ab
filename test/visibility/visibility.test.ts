import t from 'tap';
import type { Actor } from '../../src/core/actor.js';
import { andNamesVisible, andVisible } from '../../src/visibility/limit-sql.js';
import { createVisibility, everything } from '../../src/visibility/visibility.js';

const actor: Actor = { urn: 'urn:li:corpuser:any', can: () => false };

t.test('a caller who may see everything costs no statement, and changes none', async (t) => {
  const query = async () => t.fail('a statement');
  const visibility = createVisibility({ query } as never, everything);
  const items = ['urn:li:tag:a', 'b'];
  t.equal(visibility.sees(actor, 'urn:li:tag:a'), true, 'at once');
  t.equal(
    visibility.keep(actor, items, (item) => [item]),
    items,
    'the same list',
  );
  const params = [1];
  t.equal(andVisible(visibility.limit(actor), 'urn', params) + andNamesVisible(null, 'urn', params), '');
  t.strictSame(params, [1]);
});

t.test('a limit adds its parameters behind those of the statement', async (t) => {
  const params: unknown[] = ['first'];
  const sql = andVisible((urn, bind) => `${urn} <> ${bind('x')}`, 'd.urn', params);
  t.match(sql, /^ AND \(.*d\.urn.* <> \$2\)$/);
  t.strictSame(params, ['first', 'x']);
});
