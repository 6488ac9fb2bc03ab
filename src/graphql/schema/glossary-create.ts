import { newDescription, newName } from '../../edits/input.js';
import { builder } from './builder.js';
import { required } from './kit.js';
import { GlossaryNode, GlossaryTerm } from './named-entity.js';

const CreateGlossaryEntityInput = builder.inputType('CreateGlossaryEntityInput', {
  description: 'A new glossary term, or a new group of terms.',
  fields: (t) => ({
    id: t.string({ description: 'The last part of the URN. Default: a new UUID.' }),
    name: t.string({ ...required('The name.'), validate: { schema: newName } }),
    description: t.string({ description: 'What it means.', validate: { schema: newDescription } }),
    parentNode: t.string({ description: 'The group that it is part of. Default: none.' }),
  }),
});

const input = required('The name, and what it means.', CreateGlossaryEntityInput);

builder.mutationFields((t) => ({
  createGlossaryTerm: t.string({
    description: 'Creates a glossary term, and returns its URN. The terms of one group have different names.',
    args: { input: t.arg(input) },
    resolve: (_, { input: { parentNode: parent, ...input } }, { services, actor }) =>
      services.edits.create(actor, 'glossaryTerm', { ...input, parent }),
  }),
  createGlossaryNode: t.string({
    description:
      'Creates a group of terms, and returns its URN. The groups of one group have different names.',
    args: { input: t.arg(input) },
    resolve: (_, { input: { parentNode: parent, ...input } }, { services, actor }) =>
      services.edits.create(actor, 'glossaryNode', { ...input, parent }),
  }),
}));

builder.queryFields((t) => ({
  glossaryTerm: t.field({
    type: GlossaryTerm,
    description: 'Returns a glossary term; null when it does not exist.',
    args: { urn: t.arg.string(required('`urn:li:glossaryTerm:<id>`')) },
    resolve: (_, { urn }, { services, actor }) => services.entities.named(actor, 'glossaryTerm', urn),
  }),
  glossaryNode: t.field({
    type: GlossaryNode,
    description: 'Returns a group of terms; null when it does not exist.',
    args: { urn: t.arg.string(required('`urn:li:glossaryNode:<id>`')) },
    resolve: (_, { urn }, { services, actor }) => services.entities.named(actor, 'glossaryNode', urn),
  }),
}));
