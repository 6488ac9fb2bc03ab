import t from 'tap';
import { isGraphql, operations, withoutCase } from '../manifest/operations.js';
import { ofAdministrators, ofCallers } from './actions.js';
import { planScript } from './script.js';

/** Operations that change something and have no action, and why. */
const without: Readonly<Record<string, string>> = {
  'mutation addTags': 'the same as batchAddTags on one place',
  'mutation moveColumnEdits': 'needs schemas that change; columns/move has random ones',
  'mutation undoChange': 'undoChanges does the same for each change of a call',
  'mutation revokeAccessTokens': 'the same as revokeAccessToken for each',
  'mutation takeOverAccessTokens': 'no caller of the workload holds a token of another',
  'mutation updateCorpUserProperties': 'not in the log, and no right depends on it',
  'mutation removeUser': 'the lanes of the workload are users',
  'mutation removeGroup': 'so here',
  'mutation createServiceAccount': 'tokens of service accounts follow the rules of other tokens',
  'mutation deleteServiceAccount': 'so here',
  'mutation createPolicy':
    'makes a random URN, so an answer that is lost leaves a policy that nothing ends; ingested instead',
  'mutation updatePolicy': 'so here',
  'mutation addGroupMembers': 'the other half of removeGroupMembers',
  'mutation cancelTruncation':
    'a truncation of the workload ends at once; faults/killed-truncation has longer ones',
  'POST /operations?action=truncateTimeseriesAspect': 'the same as the mutation',
  'mutation createDomain': 'a steward does so rarely; edits/create tries it',
  'mutation createGlossaryTerm': 'so here',
  'mutation createGlossaryNode': 'so here',
  'mutation addOwner': 'the same as batchAddOwners of one',
  'mutation addOwners': 'so here',
  'mutation removeOwner': 'the same as batchRemoveOwners of one',
  'mutation setDomain': 'the same as batchSetDomain of one',
  'mutation unsetDomain': 'so here',
  'mutation addTerm': 'the same as batchAddTerms of one',
  'mutation addTerms': 'so here',
  'mutation removeTerm': 'the same as batchRemoveTerms of one',
  'mutation addLink': 'upsertLink of a link that is not there',
  'mutation updateLink': 'removeLink and upsertLink in one',
  'mutation updateDeprecation': 'the same as batchUpdateDeprecation of one',
  'mutation createWebhook': 'a run has one; faults/webhooks and webhooks/changes have the others',
  'mutation updateWebhook': 'so here',
  'mutation deleteWebhook': 'so here',
  'mutation takeOverWebhook': 'so here',
  'mutation testWebhook': 'so here',
  'mutation replayWebhook': 'so here',
  'POST /console/session':
    'callers send their tokens; sessions end with them, as http/console and access-tokens/sessions try',
  'DELETE /console/session': 'so here',
  'DELETE /console/sessions': 'so here',
  'POST /entities?action=delete': 'the same as DELETE /openapi/v3/entity/:type/*',
  'POST /entities?action=deleteReferences': 'the same as the clearing of a deleted tag',
  'POST /entities?action=batchIngest': 'the same as action=ingest for each',
  'POST /openapi/v3/entity/:type': 'the same as ingestProposalBatch',
  'POST /openapi/v3/entity/:type/*': 'so here',
  'PATCH /openapi/v3/entity/:type/*': 'the same as PATCH /openapi/v3/entity/:type',
};

t.test('every operation that changes something has an action, or a reason', async (t) => {
  const actions = { ...ofCallers, ...ofAdministrators };
  const played = new Set(Object.values(actions).map(({ operation }) => withoutCase(operation)));
  for (const name of played)
    t.ok(name in operations || Object.keys(operations).some((one) => withoutCase(one) === name), name);
  const changing = Object.entries(operations)
    .filter(([name, { events }]) => name.startsWith('mutation ') || (!isGraphql(name) && events))
    .map(([name]) => withoutCase(name));
  const missing = [...new Set(changing)].filter((name) => !played.has(name));
  t.strictSame(missing.sort(), Object.keys(without).sort());
});

t.test('a seed plans the same script, and another seed another one', async (t) => {
  t.strictSame(planScript(3, 200, 2), planScript(3, 200, 2));
  t.strictNotSame(planScript(3, 200, 2), planScript(4, 200, 2));
  const names = new Set(planScript(5, 5_000, 1).steps.map(({ action }) => action));
  const chosen = Object.entries({ ...ofCallers, ...ofAdministrators }).filter(([, { weight }]) => weight > 0);
  t.strictSame([...names].sort(), chosen.map(([name]) => name).sort(), 'every action is chosen');
});
