/** Returns the last part of a URN, to show where its name is not known. */
export function urnName(urn: string): string {
  const key = urn.replace(/^urn:li:\w+:/, '');
  if (!key.startsWith('(')) return key;
  const parts = key.slice(1, -1);
  // An entity that is part of another one, such as a job of a flow, has its own name last.
  return (parts.startsWith('urn:') ? parts.split(/,(?=[^)]*$)/) : parts.split(','))[1] ?? key;
}
