import { pathToFileURL } from 'node:url';

/** The checkout's folder, where the tests are started; the tests themselves run compiled, from another. */
export const root = pathToFileURL(`${process.cwd()}/`);
