const plain = new Intl.NumberFormat();
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export const numberText = (value: number): string => plain.format(value);

const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

/** @returns as in "9,750" and "4.2M" */
export const countText = (value: number): string =>
  Math.abs(value) < 10_000 ? numberText(value) : short.format(value);

/** @returns as in "1.2 MB", with units of 1,000 */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const options = { style: 'unit', unit: units[power]!, maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(undefined, options).format(bytes / 1_000 ** power);
}
