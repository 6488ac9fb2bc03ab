-- By hand: policies could name EDIT_LINEAGE before, without an effect, so that the upgrade must not grant it.
UPDATE "policies" SET "privileges" = array_remove("privileges", 'EDIT_LINEAGE')
 WHERE 'EDIT_LINEAGE' = ANY("privileges");
