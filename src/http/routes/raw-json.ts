/** An object's JSON text from the JSON texts of its members, which so stay as they are kept, to the last digit. */
export const object = (members: Readonly<Record<string, string>>): string =>
  `{${Object.entries(members)
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(',')}}`;

/** Members as JSON texts. */
export const raw = (members: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, JSON.stringify(value)]));
