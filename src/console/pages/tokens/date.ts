const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** @param ms since the epoch @returns as in "23 February 2027", in the person's language */
export const dateText = (ms: number): string => long.format(ms);

/** @returns as in "25 Nov" */
export const shortDate = (ms: number): string => short.format(ms);
