-- By hand: GET_PLATFORM_EVENTS has an effect from now on. Policies could name it before, without one: an upgrade grants
-- nothing.
UPDATE "policies" SET "privileges" = array_remove("privileges", 'GET_PLATFORM_EVENTS')
 WHERE 'GET_PLATFORM_EVENTS' = ANY("privileges") AND "type" = 'PLATFORM';

-- By hand: the first administrator has every privilege, also those that are newer than the administrator.
UPDATE "policies" SET "privileges" = "privileges" || ARRAY['GET_PLATFORM_EVENTS'] WHERE "id" = 'bootstrap-platform';
