/** How a criterion compares a member of an event with its values. Text is compared without case by the last three. */
export const conditions = [
  'EQUAL',
  'IN',
  'EXISTS',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL_TO',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL_TO',
  'IEQUAL',
  'CONTAIN',
  'START_WITH',
  'END_WITH',
] as const;

export type Condition = (typeof conditions)[number];

/**
 * Holds when one value matches one element of the member at the top of the event; a scalar is one element. The field
 * `partitionSpec.partition` is the only one below the top.
 */
export interface Criterion {
  readonly field: string;
  readonly condition: Condition;
  readonly values: readonly string[];
  readonly negated: boolean;
}

/** Alternatives, each a list of criteria that must all hold. Without alternatives every event matches. */
export type EventCriteria = readonly (readonly Criterion[])[];

/**
 * The criteria of one filter, their values, and the characters of a value. Each value is compared with every element of
 * every event, and the embedded database cannot interrupt that.
 */
export const [maxCriteria, maxCriterionValues, maxValueLength] = [20, 20, 1_000];
