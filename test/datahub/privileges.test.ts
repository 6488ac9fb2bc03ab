import t from 'tap';
import { isPrivilegeName } from '../../src/datahub/other-privileges.js';
import { privileges } from '../../src/datahub/privileges.js';
import { inDefaultPolicies, types } from './datahub-privileges.js';

const names: ReadonlyMap<string, string> = new Map(
  types
    .trim()
    .split('\n')
    .map((line) => line.split(' = ') as [type: string, displayName: string]),
);

t.test("a policy may name each of DataHub's privileges", async (t) => {
  t.equal(names.size, 88);
  t.strictSame(
    [...names.keys()].filter((name) => !isPrivilegeName(name)),
    [],
  );
  for (const name of ['CREATE_LOGICAL_MODEL', 'EDIT_DOMAINS', 'MANAGE_POLICIES_PRIVILEGE'])
    t.notOk(isPrivilegeName(name), name);
});

t.test('those with an effect have the display names of DataHub, and three are ours', async (t) => {
  const own = Object.keys(privileges).filter((name) => !names.has(name));
  t.strictSame(own.sort(), ['GET_AUDIT_EVENTS', 'MANAGE_SERVICE_ACCOUNTS', 'MANAGE_WEBHOOKS']);
  for (const [name, displayName] of Object.entries(privileges))
    if (!own.includes(name)) t.equal(displayName, names.get(name), name);
});

t.test("privileges of DataHub's default policies alone are known, and grant nothing here", async (t) => {
  for (const name of inDefaultPolicies.trim().split(/\s+/)) {
    t.ok(isPrivilegeName(name), name);
    t.notOk(Object.hasOwn(privileges, name), name);
  }
});
