import { urnType } from './urn.js';

const fields: Readonly<Record<string, readonly [field: string, title: string]>> = {
  container: ['container', 'In this container'],
  corpGroup: ['owners', 'Owned'],
  corpuser: ['owners', 'Owned'],
  dataPlatform: ['platform', 'On this platform'],
  dataPlatformInstance: ['platformInstance', 'On this platform instance'],
  domain: ['domains', 'In this domain'],
  glossaryNode: ['parentNode', 'In this group'],
  glossaryTerm: ['glossaryTerms', 'With this term'],
};

/** Returns the field of searches by which the members of an entity are found, and their title; null: it has none. */
export const memberField = (urn: string) => fields[urnType(urn)] ?? null;
