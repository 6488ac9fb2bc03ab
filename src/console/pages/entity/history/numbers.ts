const whole = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

export const countText = (value: number): string => (Math.abs(value) < 10_000 ? whole : short).format(value);

/** @returns as in "1.2 GiB" */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return `${(bytes / 1_024 ** power).toLocaleString(undefined, { maximumFractionDigits: 1 })} ${units[power]}`;
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
export const dayText = (ms: number): string => day.format(ms);
