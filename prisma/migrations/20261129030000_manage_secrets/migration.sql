-- By hand: policies could name MANAGE_SECRETS before, without an effect, so that the upgrade must not grant it.
UPDATE "policies" SET "privileges" = array_remove("privileges", 'MANAGE_SECRETS')
 WHERE 'MANAGE_SECRETS' = ANY("privileges");

-- By hand: the first administrator could read secrets before, as every user could.
UPDATE "policies" SET "privileges" = "privileges" || ARRAY['MANAGE_SECRETS'] WHERE "id" = 'bootstrap-platform';
