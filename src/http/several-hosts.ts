import type { IncomingMessage } from 'node:http';

/** Whether a request has several Host headers. Node keeps the first; a proxy in front can have used another. */
export const hasSeveralHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host')
    .length > 1;
