/**
 * The tables of the migrations and their columns. A table comes after those that it refers to. A test compares them with
 * a migrated database.
 */
export const tables = {
  users:
    'urn state display_name full_name title email created_at created_by id service_account restored_state',
  groups: 'urn name description created_at created_by id removed',
  stored_group_members: 'user_urn group_urn native position created_at created_by',
  stored_access_tokens:
    'id hash type name description actor_urn owner_urn created_at expires_at last_used_at revoked_at scopes rotated_from rotated_by withdrawn_at capped_at position',
  console_sessions: 'id_hash token_id created_at last_seen_at expires_at',
  access_changes: 'id urn kind since tokens_to members_to requester',
  policies:
    'id name description type state privileges all_users users all_groups groups resource_type resources ' +
    'all_resources filter constraints editable sort_name',
  policy_version: 'id version',
  audit_events:
    'id time type outcome actor_urn acted_for subject subject_type aspect request_id address user_agent transport detail',
  change_events:
    'id time entity_urn field_path aspect category operation modifier before after is_cut detail actor_urn run_id seq change_set undone_by address user_agent transport',
  change_log: 'id epoch last_seq',
  audit_streams: 'target runner lease_until position',
  webhooks:
    'id name url filter secret previous_secret previous_secret_until created_at created_by owner_urn paused_at paused_by disabled_reason read_to failures failing_since delivered_at paused_until runner lease_until',
  webhook_deliveries:
    'id webhook_id position entity_urn type time body state attempts attempted_at next_attempt_at status error',
  refused_authentications: 'minute network reason count',
  entities: 'urn type created_at created_by',
  aspects: 'urn name body created_at created_by updated_at updated_by system_metadata inert derived_at',
  deprecations: 'urn deprecated note',
  entity_references: 'source aspect position relationship target field_path',
  lineage_edges:
    'source aspect position relationship upstream upstream_column upstream_path downstream downstream_column downstream_path changed_at stamps',
  tags: 'urn name description color_hex deletion',
  global_tags: 'resource_urn field_path tag_urn position body source created_at created_by is_edited',
  removed_associations: 'resource_urn tag_urn field_path position',
  deleted_tags:
    'id urn name description color_hex deleted_at places_to is_cleared cleared_to aspects deleted_by is_restoring change_set origin',
  deleted_tag_places:
    'deletion_id position resource_urn field_path body created_at created_by is_edited is_lost',
  schema_fields:
    'dataset_urn field_path position simple_path type native_data_type nullable description body',
  editable_schema_fields: 'dataset_urn field_path position simple_path description has_tags body',
  search_documents:
    'urn type fields key_names property_names edited_names key_words property_words edited_words column_words ' +
    'edited_column_words names words removed platform origin',
  tagged_entities:
    'tag_urn entity_urn type removed on_entity edited_columns declared_columns columns attached_at',
  search_state: 'id filled_to done total reindexed_to',
  counts: 'field value type removed count key',
  count_changes: 'id field value type removed change key',
  count_state: 'id counted_to',
  aspect_state: 'id names_checked',
  timeseries_events:
    'index_name urn timestamp_millis event_granularity partition message_id event system_metadata',
  truncation_tasks:
    'id index_name end_time_millis batch_size state reason total deleted batches retries unreleased created_at created_by deadline finished_at runner lease_until',
} as const;

/**
 * Tables whose rows follow from those of other tables. An export leaves them out, and missing rows are rebuilt: tags of
 * entities and the end of the log of changes by an import, documents in the background, the names of aspects at the next
 * start. Triggers count both.
 */
const derivedTables: readonly string[] = [
  'change_log',
  'search_documents',
  'tagged_entities',
  'search_state',
  'counts',
  'count_changes',
  'count_state',
  'aspect_state',
];

/**
 * Left out, too: a browser that has signed in to one database has not signed in to a copy of it, the events of a copy are
 * sent from the start of its own processes, and a copy sends nothing to the webhooks, whose secrets stay where they are.
 */
const ofOneDatabase: readonly string[] = [
  'console_sessions',
  'audit_streams',
  'webhooks',
  'webhook_deliveries',
];

/** The database generates these columns from others of their row, so an export leaves them out. */
const generatedColumns: readonly string[] = [
  'users.id',
  'users.service_account',
  'groups.id',
  'policies.sort_name',
  'global_tags.source',
  'editable_schema_fields.simple_path',
];

/** The columns of the tables that an export has, by table. */
export const exportedTables: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(tables)
    .filter(([table]) => ![...derivedTables, ...ofOneDatabase].includes(table))
    .map(([table, columns]) => {
      const own = columns.split(' ').filter((column) => !generatedColumns.includes(`${table}.${column}`));
      return [table, own.join(' ')];
    }),
);

export const expectedColumns: readonly (readonly [table: string, column: string])[] = Object.entries(
  tables,
).flatMap(([table, columns]) => columns.split(' ').map((column) => [table, column] as const));
