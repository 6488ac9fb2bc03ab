import t from 'tap';
import { entityTypeName, entityTypeNames } from '../../src/datahub/entity-types.js';

/** DataHub's own list. */
const datahub = `ACCESS_TOKEN APPLICATION ASSERTION BUSINESS_ATTRIBUTE CHART CONTAINER CORP_GROUP CORP_USER
  CUSTOM_OWNERSHIP_TYPE DASHBOARD DATAHUB_CONNECTION DATAHUB_FILE DATAHUB_PAGE_MODULE DATAHUB_PAGE_TEMPLATE DATAHUB_POLICY
  DATAHUB_ROLE DATAHUB_VIEW DATASET DATA_CONTRACT DATA_FLOW DATA_JOB DATA_PLATFORM DATA_PLATFORM_INSTANCE
  DATA_PROCESS_INSTANCE DATA_PRODUCT DATA_TYPE DOCUMENT DOMAIN ENTITY_TYPE ER_MODEL_RELATIONSHIP EXECUTION_REQUEST FORM
  GLOSSARY_NODE GLOSSARY_TERM INCIDENT INGESTION_SOURCE MLFEATURE MLFEATURE_TABLE MLMODEL MLMODEL_GROUP MLPRIMARY_KEY
  NOTEBOOK OTHER POST QUERY RESTRICTED ROLE SCHEMA_FIELD STRUCTURED_PROPERTY TAG TEST VERSION_SET`.split(
  /\s+/,
);

t.test("the names have DataHub's list and the newer types of its client", async (t) => {
  const newer = 'METRIC AI_AGENT AGENT_SKILL API SERVICE REPOSITORY SEMANTIC_MODEL LIFECYCLE_STAGE_TYPE';
  for (const name of [...datahub, ...newer.split(' ')]) t.ok(entityTypeNames.includes(name), name);
  t.equal(new Set(entityTypeNames).size, entityTypeNames.length, 'no name has two types');
});

t.test('a type without a name is OTHER', async (t) => {
  for (const type of ['unheardOf', 'dataHubOpenAPISchema', 'constructor', ''])
    t.equal(entityTypeName(type), 'OTHER');
});

t.test('names are made as the client makes them, apart from those of the list', async (t) => {
  const made = { corpuser: 'CORP_USER', mlModel: 'MLMODEL', dataHubExecutionRequest: 'EXECUTION_REQUEST' };
  for (const [type, name] of Object.entries(made)) t.equal(entityTypeName(type), name);
});
