-- By hand: the months of the index with the longest name had names of 63 bytes, PostgreSQL's limit, and the names of
-- their array types ran out after some eighty months.
DO $$ DECLARE month TEXT; BEGIN
  FOR month IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = to_regclass('dataprocessinstance_dataprocessinstanceruneventaspect_v1')
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO %I', month, left(month, 55) || right(month, 7));
  END LOOP;
END
$$;
