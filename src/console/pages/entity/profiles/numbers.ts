const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
export const dayText = (ms: number): string => day.format(ms);
