import { tagQuery } from '../../tags/input.js';
import type { ListedTags } from '../../tags/manage.js';
import { builder } from './builder.js';
import { nonNull, pageFields, pageInputs, required } from './kit.js';
import { Tag } from './tag.js';

const TagOrder = builder.enumType('TagOrder', {
  description: 'An order of tags.',
  values: {
    NAME: { description: 'By name, or by id for a tag without a name.' },
    ENTITIES: { description: 'By `usage.entities`, then by name.' },
    COLUMNS: { description: 'By `usage.columns`, then by name.' },
    USAGE: { description: 'By the sum of both, then by name.' },
  } as const,
});

const ListTagsInput = builder.inputType('ListTagsInput', {
  description: 'The tags to list.',
  fields: (t) => ({
    ...pageInputs(t, 'tags'),
    query: t.string({
      description:
        'A part of the name or id, or the beginnings of words of the description, ignoring case; ' +
        '`*` for all.',
      validate: { schema: tagQuery },
    }),
    unused: t.boolean({
      description: 'True: only tags without any usage. False: only tags with usage.',
    }),
    onColumns: t.boolean({
      description: 'True: only tags of columns. False: only tags that no column has.',
    }),
    described: t.boolean({
      description: 'True: only tags with a description. False: only tags without one.',
    }),
    deleted: t.boolean({
      description:
        'True: only deleted tags that `restoreTag` can restore; this needs MANAGE_TAGS. False: only tags that exist.',
      defaultValue: false,
    }),
    orderBy: t.field({ type: TagOrder, defaultValue: 'NAME', description: 'The order of the tags.' }),
    descending: t.boolean({
      defaultValue: false,
      description: 'Whether the order is descending.',
    }),
  }),
});

const ListTagsResult = builder.objectRef<ListedTags>('ListTagsResult').implement({
  description: 'A page of tags.',
  fields: (t) => ({
    ...pageFields(t, 'tags'),
    tags: t.expose('tags', nonNull('The page.', [Tag])),
  }),
});

builder.queryField('listTags', (t) =>
  t.field({
    type: ListTagsResult,
    description: 'Lists tags, including tags that are known only by an association.',
    args: { input: t.arg(required('The tags to list.', ListTagsInput)) },
    resolve: (_, { input }, { services, actor }) => services.tags.list(actor, input),
  }),
);
