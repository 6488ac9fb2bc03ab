/** The twelve colours of tags and avatars. */
export const hues = {
  red: '#e5484d',
  orange: '#f0762b',
  amber: '#e9a60c',
  lime: '#86b32c',
  green: '#2f9e5b',
  teal: '#12a594',
  cyan: '#0aa2c9',
  blue: '#3b82f6',
  indigo: '#5b5bd6',
  violet: '#8e4ec6',
  pink: '#d6409f',
  brown: '#a1745a',
} as const;

/**
 * A colour as a property of the style sheet, which accepts colours only: ingestion can write any text as the colour of a
 * tag, and what is not one is ignored and never loaded.
 */
export const hue = (color: string | null | undefined) => (color ? { '--hue': color } : undefined);
