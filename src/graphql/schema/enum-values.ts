/**
 * Returns the values of an enum with their descriptions.
 *
 * @throws Error when a name has none, so that the process does not start without it
 */
export function enumValues<const Name extends string>(
  names: readonly Name[],
  descriptions: Readonly<Record<string, string>>,
) {
  const entries = names.map((name) => {
    const description = descriptions[name];
    if (description === undefined) throw new Error(`${name} has no description`);
    return [name, { description }] as const;
  });
  return Object.fromEntries(entries) as Record<Name, { readonly description: string }>;
}
