/** The status that each kind of caller gets. */
export interface RightsRow {
  readonly withoutToken: number;
  /** These three have every privilege. */
  readonly expiredToken: number;
  readonly revokedToken: number;
  readonly suspendedUser: number;
  readonly withoutPrivilege: number;
  /** A user with privileges over her own things, on those of another user. */
  readonly othersThings: number;
  readonly ownThings: number;
  /** A user with every privilege, on things of another user. */
  readonly everyPrivilege: number;
}

const unauthenticated = { withoutToken: 401, expiredToken: 401, revokedToken: 401, suspendedUser: 401 };

/** Public. */
export const open: RightsRow = {
  ...{ withoutToken: 200, expiredToken: 200, revokedToken: 200, suspendedUser: 200 },
  ...{ withoutPrivilege: 200, othersThings: 200, ownThings: 200, everyPrivilege: 200 },
};
/** Every authenticated user. */
const reads: RightsRow = {
  ...unauthenticated,
  ...{ withoutPrivilege: 200, othersThings: 200, ownThings: 200, everyPrivilege: 200 },
};
const createsTag: RightsRow = {
  ...unauthenticated,
  ...{ withoutPrivilege: 403, othersThings: 200, ownThings: 200, everyPrivilege: 200 },
};
const ownOnly: RightsRow = {
  ...unauthenticated,
  ...{ withoutPrivilege: 403, othersThings: 403, ownThings: 200, everyPrivilege: 200 },
};
/** A privilege over things of all users. */
const manages: RightsRow = {
  ...unauthenticated,
  ...{ withoutPrivilege: 403, othersThings: 403, ownThings: 403, everyPrivilege: 200 },
};
/** Answers every caller who may use tokens that another operation replaces it. */
const replaced: RightsRow = {
  ...unauthenticated,
  ...{ withoutPrivilege: 403, othersThings: 400, ownThings: 400, everyPrivilege: 400 },
};
/** Answers every caller with a token that it has no session to end. */
const endsSession: RightsRow = {
  ...unauthenticated,
  ...{ withoutPrivilege: 400, othersThings: 400, ownThings: 400, everyPrivilege: 400 },
};
/** Answers every caller that the catalog does not have what it is about. */
const absent: RightsRow = {
  ...unauthenticated,
  ...{ withoutPrivilege: 400, othersThings: 400, ownThings: 400, everyPrivilege: 400 },
};

/** One row per operation. */
export const expected: Readonly<Record<string, RightsRow>> = {
  'query dataset': reads,
  'query container': reads,
  'query tag': reads,
  'query listTags': reads,
  'query chart': reads,
  'query dashboard': reads,
  'query dataFlow': reads,
  'query dataJob': reads,
  'query entity': reads,
  'query entities': reads,
  'query entityExists': reads,
  'query search': reads,
  'query searchAcrossEntities': reads,
  'query scrollAcrossEntities': reads,
  'query aggregateAcrossEntities': reads,
  'query autoComplete': reads,
  'query autoCompleteForMultiple': reads,
  'query searchAcrossLineage': absent,
  'query globalViewsSettings': reads,
  'query listAccessTokens': ownOnly,
  'query getAccessToken': replaced,
  'query getAccessTokenMetadata': ownOnly,
  'query auditEvents': manages,
  'query changes': reads,
  'query orphanedColumnEdits': reads,
  'mutation undoChange': ownOnly,
  'mutation undoChanges': ownOnly,
  'query listWebhooks': manages,
  'query webhookDeliveries': manages,
  'mutation createWebhook': manages,
  'mutation deleteWebhook': manages,
  'mutation takeOverWebhook': manages,
  'mutation testWebhook': manages,
  'mutation replayWebhook': manages,
  'query timeseriesIndexes': manages,
  'query truncationTask': manages,
  'query truncationTasks': manages,
  'query serviceHealth': reads,
  'mutation truncateTimeseriesAspect': manages,
  // Of a task that does not exist.
  'mutation cancelTruncation': { ...manages, everyPrivilege: 404 },
  'mutation createAccessToken': ownOnly,
  'mutation revokeAccessToken': ownOnly,
  'query listPolicies': manages,
  'query getGrantedPrivileges': ownOnly,
  'mutation createPolicy': manages,
  'mutation updatePolicy': manages,
  'mutation deletePolicy': manages,
  'mutation revokeAccessTokens': ownOnly,
  'mutation takeOverAccessTokens': manages,
  'mutation rotateAccessToken': ownOnly,
  'mutation createTag': createsTag,
  'mutation updateTag': manages,
  'mutation setTagColor': manages,
  'mutation deleteTag': manages,
  'mutation restoreTag': manages,
  'mutation addTag': ownOnly,
  'mutation addTags': ownOnly,
  'mutation removeTag': ownOnly,
  'mutation batchAddTags': ownOnly,
  'mutation batchRemoveTags': ownOnly,
  'mutation updateDescription': ownOnly,
  'mutation moveColumnEdits': ownOnly,
  'mutation batchUpdateSoftDeleted': ownOnly,
  'query me': reads,
  'query corpUser': reads,
  'query corpGroup': reads,
  'query listUsers': manages,
  'query listGroups': manages,
  'query getServiceAccount': manages,
  'query listServiceAccounts': manages,
  'mutation createUser': manages,
  'mutation updateUserStatus': manages,
  'mutation updateCorpUserProperties': manages,
  'mutation removeUser': manages,
  'mutation createGroup': manages,
  'mutation removeGroup': manages,
  'mutation addGroupMembers': manages,
  'mutation removeGroupMembers': manages,
  'mutation createServiceAccount': manages,
  'mutation deleteServiceAccount': manages,
  'POST /api/graphql': reads,
  'GET /api/graphql': reads,
  'POST /operations?action=getIndexSizes': manages,
  'POST /operations?action=truncateTimeseriesAspect': manages,
  'POST /operations?action=getEsTaskStatus': manages,
  'POST /aspects?action=ingestProposal': ownOnly,
  'POST /aspects?action=ingestProposalBatch': ownOnly,
  'POST /aspects?action=getTimeseriesAspectValues': reads,
  'POST /aspects?action=getCount': reads,
  'POST /entities?action=listUrns': reads,
  'POST /entities?action=search': reads,
  'POST /entities?action=delete': ownOnly,
  'POST /entities?action=ingest': ownOnly,
  'POST /entities?action=batchIngest': ownOnly,
  'POST /entities?action=deleteReferences': ownOnly,
  'GET /openapi/relationships/v1': reads,
  'GET /aspects/*': reads,
  'GET /entitiesV2/*': reads,
  'GET /entitiesV2': reads,
  'GET /entities/*': reads,
  'POST /usageStats?action=batchIngest': ownOnly,
  'GET /openapi/v2/entity/dataHubExecutionRequest': reads,
  'POST /openapi/v1/events/audit/search': manages,
  'GET /openapi/v1/events/poll': manages,
  'POST /openapi/v3/entity/:type': ownOnly,
  'PATCH /openapi/v3/entity/:type': ownOnly,
  'GET /openapi/v3/entity/:type': reads,
  'GET /openapi/v3/entity/:type/*': reads,
  'DELETE /openapi/v3/entity/:type/*': ownOnly,
  'POST /openapi/v3/entity/:type/batchGet': reads,
  'GET /config': open,
  'GET /': open,
  'GET /about': open,
  'GET /console': open,
  'GET /console/*': open,
  'POST /console/session': open,
  'DELETE /console/session': endsSession,
  'DELETE /console/sessions': reads,
  'GET /docs': open,
  'GET /graphiql': open,
  'GET /assets/:file': open,
  'GET /openapi.json': open,
  'GET /health': open,
  'GET /health/live': open,
  'GET /health/ready': open,
  'GET /metrics': reads,
};
