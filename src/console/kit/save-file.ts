import { localDay } from '../model/days.js';

/** Saves a table as a file. @param text CSV @param name without its date and its ending */
export function saveCsv(text: string, name: string): void {
  // The mark at the beginning says UTF-8 to spreadsheets.
  const address = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}-${localDay(Date.now())}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
