import { numberText } from '../../../model/numbers.js';

const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

export const countText = (value: number): string =>
  Math.abs(value) < 10_000 ? numberText(value) : short.format(value);

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
export const dayText = (ms: number): string => day.format(ms);
