import { entityTypesByName } from '../datahub/entity-types.js';
import { isListed } from '../visibility/secrets.js';

/** Types that are searched when a request names none: those of DataHub. */
const defaultTypes =
  `DATASET DASHBOARD CHART MLMODEL MLMODEL_GROUP MLFEATURE_TABLE MLFEATURE MLPRIMARY_KEY DATA_FLOW
  DATA_JOB GLOSSARY_TERM GLOSSARY_NODE TAG ROLE CORP_USER CORP_GROUP CONTAINER DOMAIN DATA_PRODUCT NOTEBOOK
  BUSINESS_ATTRIBUTE SCHEMA_FIELD DATA_PLATFORM_INSTANCE`
    .split(/\s+/)
    .map((name) => entityTypesByName.get(name)!);

/** Returns the types that a request searches. Null or empty: DataHub's default types. */
export const searchedTypes = (types: readonly string[] | null): readonly string[] =>
  types === null || types.length === 0 ? defaultTypes : types.filter(isListed);
