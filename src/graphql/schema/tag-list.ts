import { defaultPageSize } from '../../core/pagination.js';
import { tagQuery } from '../../tags/input.js';
import type { ListedTags } from '../../tags/list.js';
import { builder } from './builder.js';
import { Tag } from './tag.js';

const TagOrder = builder.enumType('TagOrder', {
  description: 'What tags are ordered by.',
  values: {
    NAME: { description: 'The name; the id when a tag has none.' },
    ENTITIES: { description: '`usage.entities`, then the name.' },
    COLUMNS: { description: '`usage.columns`, then the name.' },
  } as const,
});

const ListTagsInput = builder.inputType('ListTagsInput', {
  description: 'Which tags to list.',
  fields: (t) => ({
    start: t.int({ defaultValue: 0, description: 'How many tags to skip.' }),
    count: t.int({ defaultValue: defaultPageSize, description: 'The size of the page.' }),
    query: t.string({
      description:
        'A part of the name or of the id, or the beginnings of words of the description, in any case; `*` for all.',
      validate: { schema: tagQuery },
    }),
    unused: t.boolean({
      description: 'True: only tags whose `usage` has no entity and no column. False: only the others.',
    }),
    orderBy: t.field({ type: TagOrder, defaultValue: 'NAME', description: 'What they are ordered by.' }),
    descending: t.boolean({
      defaultValue: false,
      description: 'Whether the last, or the largest, comes first.',
    }),
  }),
});

const ListTagsResult = builder.objectRef<ListedTags>('ListTagsResult').implement({
  description: 'A page of tags.',
  fields: (t) => ({
    start: t.exposeInt('start', { nullable: false, description: 'How many tags were skipped.' }),
    count: t.exposeInt('count', { nullable: false, description: 'The requested page size.' }),
    total: t.exposeInt('total', { nullable: false, description: 'How many tags match.' }),
    tags: t.field({
      type: [Tag],
      nullable: false,
      description: 'The page.',
      resolve: ({ tags }, _, { answer }, info) => {
        for (const { urn, properties } of tags) answer.addTexts({ urn, ...properties }, info);
        return tags;
      },
    }),
  }),
});

builder.queryField('listTags', (t) =>
  t.field({
    type: ListTagsResult,
    description: 'Lists the tags, those too that are only known by an association.',
    args: { input: t.arg({ type: ListTagsInput, required: true, description: 'Which tags.' }) },
    resolve: (_, { input }, { services, actor }) => services.tags.list(actor, input),
  }),
);
