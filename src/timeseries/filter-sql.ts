import type { EventCriteria } from './filter.js';

const numeric = "'^-?[0-9]{1,100}([.][0-9]{1,100})?([eE][+-]?[0-9]{1,100})?$'";

/** Numbers from 10^100000 count as infinite, and those below 10^-10000 as zero: PostgreSQL has no larger or smaller ones. */
const numberSql = (text: string) => `
  CASE WHEN ${text} ~ '^-?[0.]+([eE]|$)' OR ${text} ~ '[eE]-0*[1-9][0-9]{4}' THEN 0
       WHEN ${text} ~ '[eE][+]?0*[1-9][0-9]{5}' THEN (CASE WHEN ${text} ~ '^-' THEN '-' ELSE '' END || 'Infinity')::numeric
       ELSE ${text}::numeric END`;

/** -1, 0 or 1: as numbers where both are numbers, as bytes otherwise. */
const order = `
  CASE WHEN element ~ ${numeric} AND value ~ ${numeric}
         THEN CASE WHEN ${numberSql('element')} < ${numberSql('value')} THEN -1
                   WHEN ${numberSql('element')} = ${numberSql('value')} THEN 0 ELSE 1 END
       WHEN element COLLATE "C" < value THEN -1 WHEN element = value THEN 0 ELSE 1 END`;

const matches = `
  CASE condition
    WHEN 'EXISTS' THEN element IS NOT NULL
    WHEN 'GREATER_THAN' THEN (${order}) > 0
    WHEN 'GREATER_THAN_OR_EQUAL_TO' THEN (${order}) >= 0
    WHEN 'LESS_THAN' THEN (${order}) < 0
    WHEN 'LESS_THAN_OR_EQUAL_TO' THEN (${order}) <= 0
    WHEN 'IEQUAL' THEN folded(element) = folded(value)
    WHEN 'CONTAIN' THEN strpos(folded(element), folded(value)) > 0
    WHEN 'START_WITH' THEN starts_with(folded(element), folded(value))
    WHEN 'END_WITH' THEN right(folded(element), length(folded(value))) = folded(value)
    ELSE element = value END`;

/** DataHub's pages ask for the partition of a profile; DataHub's default is that of an event without one. */
const memberSql = (event: string) => `
  (CASE c.field WHEN 'partitionSpec.partition'
                  THEN coalesce(${event}->'partitionSpec'->'partition', '"FULL_TABLE_SNAPSHOT"'::json)
                ELSE ${event}->c.field END)`;

/**
 * Returns the condition that an event matches some alternative of the filter.
 *
 * @param event the column, of type json
 * @param parameter of the text of `criteriaText`
 */
export const matchesFilter = (event: string, parameter: string): string => `
  (json_array_length(${parameter}::json) = 0 OR EXISTS (
    SELECT FROM json_array_elements(${parameter}::json) AS a(alternative) WHERE NOT EXISTS (
      SELECT FROM json_to_recordset(alternative) AS c(field text, condition text, "values" json, negated boolean)
       WHERE c.negated = EXISTS (
         SELECT FROM json_array_elements_text(
                       CASE json_typeof(${memberSql(event)}) WHEN 'array' THEN ${memberSql(event)}
                                                            ELSE json_build_array(${memberSql(event)}) END) AS m(element),
                     json_array_elements_text(c."values") AS v(value)
          WHERE ${matches}))))`;

export const criteriaText = (criteria: EventCriteria): string => JSON.stringify(criteria);
