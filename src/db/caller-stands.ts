import type { Asks, Standing } from '../core/standing.js';

/** The types of what `Standing.facts` returns, the parameters of the SQL function `caller_stands`. */
const types = ['text', 'text', 'bigint', 'text', 'text', 'bigint', 'bigint'] as const;
const names = types.map((_, index) => `fact${index}`);

const ofOne = `SELECT caller_stands(${types.map((type, index) => `$${index + 1}::${type}`).join(', ')}) AS stands`;

/** Whether what a caller was judged by still holds. @param facts those that are null are not compared */
export async function callerStands(tx: Asks, facts: ReturnType<Standing['facts']>): Promise<boolean> {
  const [row] = await tx.query<{ stands: boolean | null }>(ofOne, facts);
  return row!.stands !== false;
}

/**
 * SQL of the positions, from 1, of those callers that were judged by what does not hold any more.
 *
 * @param first the number of the first of the parameters that `factsOf` returns
 */
export const staleCallers = (first: number): string => `
  SELECT position::int FROM unnest(${types.map((type, index) => `$${first + index}::${type}[]`).join(', ')})
         WITH ORDINALITY AS caller(${names.join(', ')}, position)
   WHERE NOT caller_stands(${names.join(', ')})`;

/** Returns the facts of callers as one array for each parameter. */
export function factsOf(callers: readonly Standing[]): unknown[][] {
  const facts = callers.map((caller) => caller.facts());
  return types.map((_, index) => facts.map((one) => one[index]));
}
