import { pathToFileURL } from 'node:url';

/** The folder of the checkout. Tests are started there, but their compiled files are in another folder. */
export const root = pathToFileURL(`${process.cwd()}/`);
