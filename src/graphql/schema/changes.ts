import { givenPath } from '../../columns/input.js';
import { readUrn } from '../../core/urn.js';
import type { ChangePage, ListedChange } from '../../history/list.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { nonNull, pageFields, pageInputs, required } from './kit.js';
import { reference } from './reference.js';
import { referencedEntity } from './referenced-entity.js';

const Change = builder.objectRef<ListedChange>('Change').implement({
  description: 'One change of an entity or a column.',
  fields: (t) => ({
    id: t.string({
      ...nonNull('The id of the change.'),
      resolve: ({ time, id }) => `${time}-${id}`,
    }),
    time: t.expose('time', nonNull('The time of the change, in milliseconds since the epoch.', 'Long')),
    actor: t.field(reference('Who made the change.', ({ actorUrn }) => actorUrn)),
    entity: t.field(
      reference(
        'The entity; for a column, its dataset. It may have been deleted since.',
        ({ entityUrn }) => entityUrn,
      ),
    ),
    fieldPath: t.string({
      description: 'The column; null for the entity itself.',
      resolve: ({ fieldPath }) => fieldPath || null,
    }),
    aspectName: t.exposeString('aspect', {
      description: 'The aspect that changed; null when the entity was created or deleted.',
    }),
    category: t.exposeString(
      'category',
      nonNull('Such as `TAG`, `DOCUMENTATION` or `LIFECYCLE` (docs/wire-contract.md).'),
    ),
    operation: t.exposeString(
      'operation',
      nonNull('ADD, REMOVE, MODIFY, CREATE, SOFT_DELETE, REINSTATE or HARD_DELETE.'),
    ),
    modifier: t.exposeString('modifier', {
      description: 'What was added, removed or changed, such as the URN of a tag.',
    }),
    modifierEntity: t.field({
      type: Entity,
      description:
        'The entity that `modifier` names, such as a tag; null when it is another text. It need not exist.',
      resolve: ({ modifier }, _, context, info) => {
        const named = modifier === null ? null : readUrn(modifier);
        return named && referencedEntity(named.urn, context, info);
      },
    }),
    from: t.exposeString('before', {
      description:
        'What was there before, up to 4 KiB: a URN for tags, terms, owners and domains, otherwise a text.',
    }),
    to: t.exposeString('after', { description: 'What is there since, up to 4 KiB.' }),
    undoable: t.exposeBoolean(
      'undoable',
      nonNull('Whether `undoChange` can take it back, unless the same thing has changed since.'),
    ),
    detailed: t.exposeBoolean('detailed', {
      nullable: false,
      description:
        'Whether everything that `undoChange` restores is recorded. False for changes of tags that versions up to 0.3.0 ' +
        'recorded: they are refused when the place has the tag more than once, and a tag that was removed comes back ' +
        'without its context, as the last one.',
    }),
    undone: t.boolean({
      ...nonNull('Whether an undo has taken it back. That undo can have been undone since.'),
      resolve: ({ undoneBy }) => undoneBy !== null,
    }),
    changeSet: t.exposeString('changeSet', {
      description:
        'The id of the call that made the change, as in its response header X-Request-Id: all changes of one call have ' +
        'it. Null for work without a call, and for changes that versions up to 0.3.0 recorded.',
    }),
    runId: t.exposeString('runId', { description: 'The ingestion run that made the change, if any.' }),
  }),
});

const ChangesInput = builder.inputType('ChangesInput', {
  description: 'The changes to return: those that match every criterion that is given.',
  fields: (t) => ({
    urn: t.string({ description: 'The entity.' }),
    fieldPath: t.string({
      description: 'The column of the entity; `urn` is then required.',
      validate: { schema: givenPath },
    }),
    actorUrn: t.string({ description: 'The user who made the changes.' }),
    changeSet: t.string({ description: 'The call that made the changes.' }),
    categories: t.stringList({ description: 'Such as `TAG`. Empty: any.' }),
    ...pageInputs(t, 'changes'),
  }),
});

const ChangesResult = builder.objectRef<ChangePage>('ChangesResult').implement({
  description: 'A page of changes, the newest first.',
  fields: (t) => ({
    ...pageFields(t, 'changes', 'matching changes, at most 10,000'),
    changes: t.field({
      ...nonNull('The page.', [Change]),
      resolve: ({ changes }, _, { answer }, info) => answer.addList(changes, info),
    }),
  }),
});

builder.queryField('changes', (t) =>
  t.field({
    ...nonNull('Returns what has changed, the newest first.', ChangesResult),
    args: { input: t.arg(required('The changes to return.', ChangesInput)) },
    resolve: (_, { input: { start, count, ...criteria } }, { services, actor }) =>
      services.history.list(actor, criteria, { start, count }),
  }),
);

builder.mutationFields((t) => ({
  undoChange: t.boolean({
    nullable: false,
    description:
      'Takes back a change of an edited tag or description. Needs the right to make such a change. Refused with CONFLICT ' +
      'when the same thing has changed since.',
    args: { id: t.arg.string(required('The id of the change.')) },
    resolve: (_, { id }, { services, actor }) => services.history.undo(actor, id),
  }),
  undoChanges: t.boolean({
    nullable: false,
    description:
      'Takes back all changes of one call, the newest first. Refused before anything is written, with BAD_REQUEST when ' +
      'one of them cannot be undone and with CONFLICT when the same thing has changed since. A request that ends at the ' +
      'timeout can be sent again: it continues.',
    args: {
      changeSet: t.arg.string(
        required('The id of the call: `Change.changeSet`, and its response header X-Request-Id.'),
      ),
    },
    resolve: (_, { changeSet }, { services, actor }) => services.history.undoSet(actor, changeSet),
  }),
}));
