/** One violation of an input schema, as zod reports it. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** An input can have thousands of violations. The first ones are enough to correct it. */
const issuesMax = 5;

/**
 * Returns violations as one text: `<path>: <message>; …`.
 *
 * @param root the name of the whole input, for violations that have no path; without it only their message is given
 */
export const formatIssues = (issues: readonly Issue[], root = ''): string =>
  issues
    .slice(0, issuesMax)
    .map(({ path, message }) => {
      const name = path.join('.') || root;
      return name === '' ? message : `${name}: ${message}`;
    })
    .join('; ');
