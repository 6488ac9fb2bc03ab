import { builder, type InputFieldBuilder } from './builder.js';
import { required } from './kit.js';
import { resources, targetFields } from './target.js';

const target = (t: InputFieldBuilder) => targetFields(t, 'The entity; for a column, its dataset.');
const termUrns = required('The terms.');

const TermAssociationInput = builder.inputType('TermAssociationInput', {
  description: 'One glossary term and one entity or column.',
  fields: (t) => ({ termUrn: t.string(required('The term.')), ...target(t) }),
});

const AddTermsInput = builder.inputType('AddTermsInput', {
  description: 'Glossary terms, and the entity or column to change.',
  fields: (t) => ({ termUrns: t.stringList(termUrns), ...target(t) }),
});

const batch = {
  description: 'Glossary terms, and the entities and columns to change.',
  fields: (t: InputFieldBuilder) => ({
    termUrns: t.stringList(termUrns),
    resources: t.field(resources('The entities and columns to change.')),
  }),
};
const BatchAddTermsInput = builder.inputType('BatchAddTermsInput', batch);
const BatchRemoveTermsInput = builder.inputType('BatchRemoveTermsInput', batch);

const terms = 'The terms, and the entities or columns to change.';

builder.mutationFields((t) => ({
  addTerm: t.boolean({
    description: 'Adds a glossary term. Adding a term that is already present is not an error.',
    args: { input: t.arg(required(terms, TermAssociationInput)) },
    resolve: (_, { input }, { services, actor }) => services.edits.addTerms(actor, [input.termUrn], [input]),
  }),
  addTerms: t.boolean({
    description: 'Adds all glossary terms or none. Adding a term that is already present is not an error.',
    args: { input: t.arg(required(terms, AddTermsInput)) },
    resolve: (_, { input }, { services, actor }) => services.edits.addTerms(actor, input.termUrns, [input]),
  }),
  removeTerm: t.boolean({
    description: 'Removes a glossary term. Removing a term that is not present is not an error.',
    args: { input: t.arg(required(terms, TermAssociationInput)) },
    resolve: (_, { input }, { services, actor }) =>
      services.edits.removeTerms(actor, [input.termUrn], [input]),
  }),
  batchAddTerms: t.boolean({
    description: 'Adds glossary terms to entities and columns: all changes are made or none.',
    args: { input: t.arg(required(terms, BatchAddTermsInput)) },
    resolve: (_, { input }, { services, actor }) =>
      services.edits.addTerms(actor, input.termUrns, input.resources),
  }),
  batchRemoveTerms: t.boolean({
    description: 'Removes glossary terms from entities and columns: all changes are made or none.',
    args: { input: t.arg(required(terms, BatchRemoveTermsInput)) },
    resolve: (_, { input }, { services, actor }) =>
      services.edits.removeTerms(actor, input.termUrns, input.resources),
  }),
}));
