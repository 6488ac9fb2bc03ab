/**
 * The privileges of DataHub as its sources spell them, to compare with ours. Copyright Acryl Data, Inc. and
 * contributors, Apache License 2.0 (https://github.com/datahub-project/datahub); only names are copied.
 */

/**
 * `TYPE = display name` of each privilege in
 * metadata-utils/src/main/java/com/linkedin/metadata/authorization/PoliciesConfig.java at commit
 * 01e93c1a44b56d363c98d854bf591a35a3b0c6fd. A policy names privileges by their type, which can differ from the constant in
 * Java: `EDIT_DOMAINS_PRIVILEGE` is the type of the constant EDIT_ENTITY_DOMAINS_PRIVILEGE, and
 * `EDIT_DEPRECATION_PRIVILEGE` that of EDIT_ENTITY_DEPRECATION_PRIVILEGE.
 */
export const types = `
MANAGE_POLICIES = Manage Policies
MANAGE_INGESTION = Manage Metadata Ingestion
MANAGE_SECRETS = Manage Secrets
MANAGE_USERS_AND_GROUPS = Manage Users & Groups
CREATE_USERS_AND_GROUPS = Create Users & Groups
UPDATE_USERS_AND_GROUPS = Update Users & Groups
VIEW_ANALYTICS = View Analytics
GET_ANALYTICS_PRIVILEGE = Analytics API access
GENERATE_PERSONAL_ACCESS_TOKENS = Generate Personal Access Tokens
MANAGE_ACCESS_TOKENS = Manage All Access Tokens
MANAGE_DOMAINS = Manage Domains
MANAGE_GLOBAL_ANNOUNCEMENTS = Manage Home Page Posts
VIEW_TESTS = View Tests
MANAGE_TESTS = Manage Tests
MANAGE_GLOSSARIES = Manage Glossaries
MANAGE_USER_CREDENTIALS = Manage User Credentials
MANAGE_TAGS = Manage Tags
VIEW_MANAGE_TAGS = View Manage Tags
CREATE_TAGS = Create Tags
CREATE_DOMAINS = Create Domains
CREATE_GLOBAL_ANNOUNCEMENTS = Create Global Announcements
MANAGE_GLOBAL_VIEWS = Manage Public Views
MANAGE_GLOBAL_OWNERSHIP_TYPES = Manage Ownership Types
CREATE_BUSINESS_ATTRIBUTE = Create Business Attribute
MANAGE_BUSINESS_ATTRIBUTE = Manage Business Attribute
MANAGE_CONNECTIONS = Manage Connections
MANAGE_STRUCTURED_PROPERTIES = Manage Structured Properties
VIEW_STRUCTURED_PROPERTIES_PAGE = View Structured Properties
MANAGE_DOCUMENTATION_FORMS = Manage Documentation Forms
MANAGE_FEATURES = Manage Features
MANAGE_SYSTEM_OPERATIONS = Manage System Operations
GET_PLATFORM_EVENTS = Get Platform Events
VIEW_ENTITY_PAGE = View Entity Page
EXISTS_ENTITY = Entity Exists
CREATE_ENTITY = Create Entity
EDIT_ENTITY_TAGS = Edit Tags
EDIT_ENTITY_GLOSSARY_TERMS = Edit Glossary Terms
EDIT_ENTITY_OWNERS = Edit Owners
EDIT_ENTITY_DOCS = Edit Description
EDIT_ENTITY_DOC_LINKS = Edit Links
EDIT_ENTITY_STATUS = Edit Status
EDIT_DOMAINS_PRIVILEGE = Edit Domain
EDIT_ENTITY_DATA_PRODUCTS = Edit Data Product
EDIT_DEPRECATION_PRIVILEGE = Edit Deprecation
EDIT_ENTITY_ASSERTIONS = Edit Assertions
EDIT_ENTITY_OPERATIONS = Edit Operations
EDIT_ENTITY_INCIDENTS = Edit Incidents
EDIT_ENTITY = Edit Entity
DELETE_ENTITY = Delete
EDIT_LINEAGE = Edit Lineage
EDIT_ENTITY_EMBED = Edit Embedded Content
EDIT_ENTITY_PROPERTIES = Edit Properties
CREATE_ENTITY_ER_MODEL_RELATIONSHIP = Create erModelRelationship
EDIT_DATASET_COL_TAGS = Edit Dataset Column Tags
EDIT_DATASET_COL_GLOSSARY_TERMS = Edit Dataset Column Glossary Terms
EDIT_DATASET_COL_DESCRIPTION = Edit Dataset Column Descriptions
VIEW_DATASET_USAGE = View Dataset Usage
VIEW_DATASET_PROFILE = View Dataset Profile
VIEW_DATASET_OPERATIONS = View Dataset Operations
EDIT_ENTITY_QUERIES = Edit Dataset Queries
EDIT_ENTITY_DATA_CONTRACT = Edit Data Contract
DATA_READ_ONLY = Read only data-access
DATA_READ_WRITE = Read-write data-access
DATA_MANAGE_TABLES = Manage Iceberg Tables
DATA_MANAGE_VIEWS = Manage Iceberg Views
DATA_MANAGE_NAMESPACES = Manage Iceberg Namespaces
DATA_LIST_ENTITIES = List Iceberg Tables, Views & Namespaces
EDIT_TAG_COLOR = Edit Tag Color
EDIT_GROUP_MEMBERS = Edit Group Members
EDIT_USER_PROFILE = Edit User Profile
EDIT_CONTACT_INFO = Edit Contact Information
MANAGE_GLOSSARY_CHILDREN = Manage Direct Glossary Children
MANAGE_ALL_GLOSSARY_CHILDREN = Manage All Glossary Children
GET_TIMELINE_PRIVILEGE = Get Timeline API
GET_ENTITY_PRIVILEGE = Get Entity + Relationships API
GET_TIMESERIES_ASPECT_PRIVILEGE = Get Timeseries Aspect API
GET_COUNTS_PRIVILEGE = Get Aspect/Entity Count APIs
RESTORE_INDICES_PRIVILEGE = Restore Indices API
GET_TIMESERIES_INDEX_SIZES_PRIVILEGE = Get Timeseries index sizes API
TRUNCATE_TIMESERIES_INDEX_PRIVILEGE = Truncate timeseries aspect index size API
GET_ES_TASK_STATUS_PRIVILEGE = Get ES task status API
ES_EXPLAIN_QUERY_PRIVILEGE = Explain ElasticSearch Query API
SEARCH_PRIVILEGE = Search API
SET_WRITEABLE_PRIVILEGE = Enable/Disable Writeability API
APPLY_RETENTION_PRIVILEGE = Apply Retention API
PRODUCE_PLATFORM_EVENT_PRIVILEGE = Produce Platform Event API
EDIT_DATASET_COL_BUSINESS_ATTRIBUTE_PRIVILEGE = Edit Dataset Column Business Attribute
MANAGE_DATA_PRODUCTS = Manage Data Products
`;

/**
 * Names in DataHub's default policies that are not among these types. A copy of such a policy is accepted. They are in
 * metadata-service/war/src/main/resources/boot/policies.json of the forks RyanHolstien/datahub at commit
 * 0f157a34ec8dfb6fd541ac31ebc4c6df16c30980 (the first five) and Masterchen09/datahub at commit
 * 9b996e03e8c919b43712d072a8a695f10a57fe83 (CREATE_ER_MODEL_RELATIONSHIP_PRIVILEGE). The names of the last line are in
 * those of later versions, which the public copies that were read do not include.
 */
export const inDefaultPolicies = `
EDIT_ENTITY_ASSERTIONS_PRIVILEGE MANAGE_ENTITY_TAGS_PRIVILEGE MANAGE_ENTITY_GLOSSARY_TERMS_PRIVILEGE
MANAGE_DATASET_COL_GLOSSARY_TERMS_PRIVILEGE MANAGE_DATASET_COL_TAGS_PRIVILEGE CREATE_ER_MODEL_RELATIONSHIP_PRIVILEGE
CREATE_LOGICAL_MODELS GET_TOPIC_EVENTS MANAGE_GLOBAL_SETTINGS EDIT_ENTITY_APPLICATIONS_PRIVILEGE
`;
