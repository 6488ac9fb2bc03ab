import { randomBytes } from 'node:crypto';
import t from 'tap';
import { newTokenText } from '../../src/access-tokens/token-format.js';
import type { Subject } from '../manifest/operation.js';
import { createRequest, operations } from '../manifest/operations.js';
import { actorCatalog } from '../support/actors.js';
import { proposal } from '../support/aspects.js';

const all = await actorCatalog(t, {});
const { nobody, ann, manager } = all;
const sentence = 'Unauthorized to perform this action. Please contact your DataHub administrator.';

/** The same things, but none of them exists. */
const absent = (on: Subject): Subject => ({
  ...(JSON.parse(
    JSON.stringify(on).replaceAll(/bob|626f62/g, (id) => (id === 'bob' ? 'nix' : '6e6978')),
  ) as Subject),
  token: newTokenText(randomBytes(12), randomBytes(20)).text,
  tokenId: 'unknownunknown123',
});

/** Of a batch, a refusal repeats the URN of each of its proposals. */
const toText = (refusal: object) => JSON.stringify(refusal).replaceAll('bob', 'nix');

t.test('a refusal does not tell whether there is what was asked for', async (t) => {
  const on = await all.onBob();
  let refused = 0;
  for (const name of Object.keys(operations))
    for (const { urn, token } of [nobody, ann]) {
      const ask = (one: Subject) =>
        all.answer(createRequest(name, one), { authorization: `Bearer ${token}` });
      const refusal = await ask(on);
      if (refusal.status !== 403) continue;
      refused += 1;
      t.equal(toText(await ask(absent(on))), toText(refusal), `${name}, ${urn}`);
    }
  t.ok(refused > 80, `${refused} refusals`);
});

t.test('nor does the refusal of a token by its id tell its own user', async (t) => {
  const own = await (await all.subject(nobody.urn))();
  for (const name of ['mutation revokeAccessToken', 'mutation rotateAccessToken'])
    for (const on of [own, absent(own)])
      t.match(await all.answer(createRequest(name, on), { authorization: `Bearer ${nobody.token}` }), {
        status: 403,
        body: { missingPrivileges: ['MANAGE_ACCESS_TOKENS'] },
      });
});

t.test('a batch names the privileges of each refused proposal', async (t) => {
  const status = await all.user('status', ['EDIT_ENTITY_STATUS']);
  const { dataset } = await all.onAnn();
  await manager.post('/aspects?action=ingestProposal', { proposal: proposal(dataset, 'status', {}) });
  const proposals = [
    proposal(dataset, 'status', { removed: false }),
    proposal(dataset, 'datasetProperties', {}),
    proposal('urn:li:corpGroup:g', 'corpGroupInfo', {}),
  ];
  const { body } = await status.post('/aspects?action=ingestProposalBatch', { proposals });
  t.match(body.failures, [
    { index: 1, reason: sentence, missingPrivileges: ['EDIT_ENTITY'] },
    { index: 2, reason: sentence, missingPrivileges: ['MANAGE_USERS_AND_GROUPS'] },
  ]);
  t.equal(body.failureCount, 2);
});
