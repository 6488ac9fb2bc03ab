/** For everyone. */
export const open = '200 200 200 200 200 200 200 200';
const reads = '401 401 401 401 200 200 200 200';
const ownOnly = '401 401 401 401 403 403 200 200';
const manages = '401 401 401 401 403 403 403 200';

/**
 * What is answered to whom: without a token; with one that is expired, revoked, or of a suspended user, all three of
 * them with every privilege; to a user without a privilege; to one who may use her own things, on another's and on
 * her own; to one with every privilege, on another's.
 */
export const expected: Readonly<Record<string, string>> = {
  'query dataset': reads,
  'query container': reads,
  'query tag': reads,
  'query listAccessTokens': ownOnly,
  'query getAccessTokenMetadata': ownOnly,
  'mutation createAccessToken': ownOnly,
  'mutation revokeAccessToken': ownOnly,
  'mutation createTag': '401 401 401 401 403 200 200 200',
  'mutation updateTag': manages,
  'mutation setTagColor': manages,
  'mutation deleteTag': manages,
  'mutation addTag': ownOnly,
  'mutation addTags': ownOnly,
  'mutation removeTag': ownOnly,
  'mutation batchAddTags': ownOnly,
  'mutation batchRemoveTags': ownOnly,
  'POST /api/graphql': reads,
  'POST /operations?action=getIndexSizes': manages,
  'POST /operations?action=truncateTimeseriesAspect': manages,
  'POST /operations?action=getEsTaskStatus': manages,
  'POST /aspects?action=ingestProposal': ownOnly,
  'POST /aspects?action=ingestProposalBatch': ownOnly,
  'POST /aspects?action=getTimeseriesAspectValues': reads,
  'POST /entities?action=delete': ownOnly,
  'GET /aspects/:urn': reads,
  'GET /entitiesV2/:urn': reads,
  'GET /config': open,
  'GET /health/live': open,
  'GET /health/ready': open,
  'GET /metrics': reads,
};
