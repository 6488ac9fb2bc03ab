import type { MigrationTarget } from '../../src/db/migrations/target.js';

/**
 * SQL: one line for each part of a database's schema, as `pg_dump --schema-only` writes it. pg_dump itself needs a server
 * that it can connect to.
 */
const lines = `
  WITH relations AS (
    SELECT c.*, c.oid::regclass::text AS name FROM pg_class c
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'i', 'I', 'S', 'c', 'f')
  ), functions AS (
    SELECT p.*, p.oid::regprocedure::text AS name FROM pg_proc p
     WHERE pronamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')
  )
  SELECT concat_ws(' ', 'relation', name, relkind, relpersistence, relreplident, relrowsecurity, relowner::regrole, relacl,
                   reloptions, pg_get_expr(relpartbound, oid), pg_get_partkeydef(oid)) AS line FROM relations
  UNION ALL SELECT concat_ws(' ', 'parent', inhrelid::regclass, inhparent::regclass) FROM pg_inherits
  UNION ALL
  SELECT concat_ws(' ', 'column', name, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
                   attgenerated, attstorage, attcompression, attstattarget, attoptions, attcollation::regcollation,
                   pg_get_expr(adbin, adrelid))
    FROM relations JOIN pg_attribute a ON attrelid = oid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
   WHERE attnum > 0 AND NOT attisdropped
  UNION ALL SELECT concat_ws(' ', 'view', name, pg_get_viewdef(oid)) FROM relations WHERE relkind IN ('v', 'm')
  UNION ALL SELECT concat_ws(' ', 'index', pg_get_indexdef(oid), indisvalid, indisclustered, indisreplident)
              FROM relations JOIN pg_index ON indexrelid = oid
  UNION ALL SELECT concat_ws(' ', 'sequence', name, s.seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache,
                             seqcycle, (SELECT d.refobjid::regclass || '.' || refobjsubid FROM pg_depend d
                                         WHERE d.objid = oid AND classid = 'pg_class'::regclass AND deptype IN ('a', 'i')))
              FROM relations JOIN pg_sequence s ON seqrelid = oid
  UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(c.oid), convalidated)
              FROM pg_constraint c WHERE connamespace = current_schema()::regnamespace
  UNION ALL SELECT concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled)
              FROM pg_trigger t JOIN relations r ON tgrelid = r.oid WHERE NOT tgisinternal
  UNION ALL SELECT concat_ws(' ', 'function', pg_get_functiondef(oid), proowner::regrole, proacl)
              FROM functions WHERE prokind IN ('f', 'p')
  UNION ALL SELECT concat_ws(' ', 'type', t.oid::regtype, typtype, typowner::regrole,
                             (SELECT string_agg(enumlabel, ',' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid))
              FROM pg_type t WHERE typnamespace = current_schema()::regnamespace AND typelem = 0
  UNION ALL SELECT concat_ws(' ', 'extension', extname, extversion, extnamespace::regnamespace) FROM pg_extension
  UNION ALL SELECT concat_ws(' ', 'schema', nspname) FROM pg_namespace WHERE nspname !~ '^pg_temp|^pg_toast_temp'
  UNION ALL SELECT concat_ws(' ', 'setting', setdatabase, setrole, setconfig) FROM pg_db_role_setting
  UNION ALL SELECT concat_ws(' ', 'comment', pg_describe_object(classoid, objoid, objsubid), description)
              FROM pg_description WHERE objoid >= 16384
  UNION ALL SELECT concat_ws(' ', 'statistics', pg_get_statisticsobjdef(oid)) FROM pg_statistic_ext
  UNION ALL SELECT concat_ws(' ', 'operator', oid::regoperator) FROM pg_operator WHERE oid >= 16384
  UNION ALL SELECT concat_ws(' ', 'rule', pg_get_ruledef(oid)) FROM pg_rewrite WHERE oid >= 16384
  UNION ALL SELECT concat_ws(' ', 'policy', polname, polrelid::regclass) FROM pg_policy
  UNION ALL SELECT concat_ws(' ', 'grant', defaclrole::regrole, defaclobjtype, defaclacl) FROM pg_default_acl
  UNION ALL SELECT concat_ws(' ', 'publication', pubname) FROM pg_publication`;

/** Describes the schema of a database in sorted lines, which are equal for databases with the same schema. */
export async function describeSchema({ query }: Pick<MigrationTarget, 'query'>): Promise<string[]> {
  const rows = await query<{ line: string }>(lines);
  return rows.map(({ line }) => line).sort();
}
