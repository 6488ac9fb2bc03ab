/** Options of an argument or input field that exists only so that DataHub's documents validate. */
export const ignoredInput = {
  deprecationReason: "Exists only so that DataHub's documents validate. Leave it out.",
} as const;

/** Options of a field that exists only so that DataHub's documents validate. It never has data. */
export const emptyField = {
  deprecationReason: "Exists only so that DataHub's documents validate.",
  // Other deprecated fields repeat texts, and count towards the size of an answer (selection-cost.ts).
  extensions: { isAlwaysEmpty: true },
} as const;
