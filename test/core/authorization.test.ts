import t from 'tap';
import type { Actor } from '../../src/core/actor.js';
import * as rights from '../../src/core/authorization.js';
import type { Resource } from '../../src/core/resource.js';
import { type Privilege, privileges } from '../../src/datahub/privileges.js';

const resource: Resource = { type: 'dataset', urn: 'urn:li:dataset:(urn:li:dataPlatform:x,y,PROD)' };

/** An actor with one privilege; a metadata privilege is over `resource` only. */
const holder = (held: Privilege): Actor => ({
  urn: 'urn:li:corpuser:ann',
  can: (privilege, over) => privilege === held && (over === undefined || over.urn === resource.urn),
});

const operations: Record<string, { may: (actor: Actor) => boolean; takes: Privilege[] }> = {
  'manage the tokens of all': { may: rights.mayManageTokens, takes: ['MANAGE_ACCESS_TOKENS'] },
  'use the token API': {
    may: rights.mayUseTokens,
    takes: ['GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS'],
  },
  'create a tag': { may: rights.mayCreateTag, takes: ['CREATE_TAGS', 'MANAGE_TAGS'] },
  'change or delete a tag': { may: rights.mayManageTags, takes: ['MANAGE_TAGS'] },
  'tag an entity': {
    may: (actor) => rights.mayEditTags(actor, resource, false),
    takes: ['EDIT_ENTITY_TAGS', 'EDIT_ENTITY'],
  },
  'tag a column': {
    may: (actor) => rights.mayEditTags(actor, resource, true),
    takes: ['EDIT_DATASET_COL_TAGS', 'EDIT_ENTITY'],
  },
  'edit an entity': { may: (actor) => rights.mayEditEntity(actor, resource), takes: ['EDIT_ENTITY'] },
  'see index sizes': { may: rights.maySeeIndexSizes, takes: ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE'] },
  'truncate an index': { may: rights.mayTruncate, takes: ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE'] },
  'see a task': { may: rights.maySeeTasks, takes: ['GET_ES_TASK_STATUS_PRIVILEGE'] },
};

for (const [operation, { may, takes }] of Object.entries(operations))
  t.test(`to ${operation} takes ${takes.join(' or ')}, and no other privilege does`, async (t) => {
    for (const held of Object.keys(privileges) as Privilege[])
      t.equal(may(holder(held)), takes.includes(held), held);
  });

t.test('a privilege over one entity is none over another', async (t) => {
  const other: Resource = { type: 'dataset', urn: 'urn:li:dataset:(urn:li:dataPlatform:x,z,PROD)' };
  t.equal(rights.mayEditEntity(holder('EDIT_ENTITY'), other), false);
  t.equal(rights.mayEditTags(holder('EDIT_ENTITY'), other, true), false);
  t.equal(rights.mayEditTags(holder('EDIT_ENTITY_TAGS'), other, false), false);
});
