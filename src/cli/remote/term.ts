import type { Command } from 'commander';
import { addTerms, removeTerms } from '../../client/stewards.js';
import type { Dependencies } from '../dependencies.js';
import { attachCommands } from './attach.js';
import { resolveEntity } from './entity-name.js';

const changeable = { noun: 'glossary terms', onColumns: true };

export function termCommands(program: Command, deps: Dependencies): void {
  attachCommands(program.command('term').description('glossary terms of entities and columns'), deps, {
    argument: 'term',
    noun: 'glossary term',
    verbs: {
      add: {
        changeable,
        send: (catalog, term, resources) =>
          catalog.graphql(addTerms, { input: { termUrns: [term], resources } }),
      },
      remove: {
        changeable,
        send: (catalog, term, resources) =>
          catalog.graphql(removeTerms, { input: { termUrns: [term], resources } }),
      },
    },
    examples: [
      'contact-details fct_users_created "fct_users_created#user_name"',
      '"Contact details" fct_users_created',
      'urn:li:glossaryTerm:contact-details - < urns.txt',
    ],
    find: (text, { catalog }) =>
      resolveEntity(catalog, text, { types: ['GLOSSARY_TERM'], what: 'glossary term' }),
  });
}
