import type { Command } from 'commander';
import { addTags, removeTags } from '../../client/tag.js';
import { entityTypeName } from '../../datahub/entity-types.js';
import { taggable, taggableText } from '../../urn/taggable.js';
import type { Dependencies } from '../dependencies.js';
import { attachCommands } from './attach.js';
import type { EntityType } from './entity-name.js';
import { findTag } from './tag-model.js';

const changeable = {
  ...{ noun: 'tags', onColumns: true },
  names: {
    types: taggable.map(entityTypeName) as readonly EntityType[],
    what: 'entity that can have tags',
  },
};

export function tagAttachCommands(tag: Command, deps: Dependencies): void {
  attachCommands(tag, deps, {
    argument: 'tag',
    noun: 'tag',
    verbs: {
      add: {
        changeable: { ...changeable, only: { types: taggable, text: taggableText } },
        send: (catalog, tag, resources) => catalog.graphql(addTags, { input: { tagUrns: [tag], resources } }),
      },
      remove: {
        changeable,
        send: (catalog, tag, resources) =>
          catalog.graphql(removeTags, { input: { tagUrns: [tag], resources } }),
      },
    },
    examples: [
      'pii fct_users_created user_events',
      'pii "urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)#user_name"',
      'pii - < urns.txt',
    ],
    find: findTag,
  });
}
