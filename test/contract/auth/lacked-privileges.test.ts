import { pino } from 'pino';
import t from 'tap';
import { safeLines } from '../../../src/http/plugins/request-log.js';
import { proposal } from '../../support/aspects.js';
import { testCatalog } from '../../support/catalog.js';
import { createPolicy, listPolicies, policyInput } from '../policies/api.js';
import { createToken } from '../tokens/api.js';

t.test(
  'the log of a refusal says whether the user or the scopes of its token lack the privilege, the answer does not',
  async (t) => {
    const log: string[] = [];
    const logger = pino({ level: 'info', ...safeLines }, { write: (line: string) => void log.push(line) });
    const { user, withHeaders } = await testCatalog(t, { logger });
    const ann = await user('ann');
    const chief = await user('chief', ['MANAGE_POLICIES', 'GENERATE_PERSONAL_ACCESS_TOKENS']);
    const { body } = await createToken(chief, { actorUrn: chief.urn, duration: 'ONE_DAY', scopes: ['READ'] });
    const { accessToken: text, metadata } = body.data.createAccessToken;
    const limited = { ...chief, token: text, ...withHeaders({ authorization: `Bearer ${text}` }) };
    const info = { displayName: 'x', type: 'PLATFORM', state: 'DRAFT', privileges: [], actors: {} };
    const policy = proposal('urn:li:dataHubPolicy:x', 'dataHubPolicyInfo', info);
    const ingest = (one: object) => ann.post('/aspects?action=ingestProposal', { proposal: one });
    const leftOut = new RegExp(`the scopes of its token ${metadata.id} do not include MANAGE_POLICIES`);
    const attempts: readonly [attempt: () => Promise<{ body: unknown }>, reason: RegExp][] = [
      [() => createPolicy(ann, policyInput()), /ann may not manage policies: it lacks MANAGE_POLICIES$/],
      [() => createPolicy(limited, policyInput()), leftOut],
      [() => listPolicies(limited), leftOut],
      [() => ingest(policy), /it lacks MANAGE_POLICIES$/],
      [() => ingest(proposal('urn:li:corpuser:x', 'corpUserInfo', {})), /it lacks MANAGE_USERS_AND_GROUPS$/],
      [() => ann.post('/entities?action=delete', { urn: 'urn:li:corpGroup:x' }), /MANAGE_USERS_AND_GROUPS$/],
      [
        () => ann.graphql('{ listServiceAccounts(input: {}) { total } }'),
        /may not list serviceAccounts: it lacks MANAGE_SERVICE_ACCOUNTS$/,
      ],
    ];
    for (const [attempt, reason] of attempts) {
      log.length = 0;
      t.notMatch(JSON.stringify((await attempt()).body), /lacks|scopes|its token|may not/);
      const refused = log.map((line) => JSON.parse(line)).find(({ msg }) => /refused/.test(msg));
      t.match(refused?.reason, reason);
    }
  },
);
