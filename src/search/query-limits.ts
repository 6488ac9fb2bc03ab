/** Characters of a query and of a value of a rule. */
export const maxTextLength = 2_000;
/** Words, phrases, patterns and values in one query. */
export const maxTerms = 50;
/** Parentheses and negations around a part of a query. */
export const maxNesting = 20;
/** Rules of all alternatives, and their values. */
export const [maxRules, maxValues] = [200, 1_000];
/** The total cost of the rules of a filter (filter.ts): a statement of the embedded database cannot be interrupted. */
export const maxWork = 200;
