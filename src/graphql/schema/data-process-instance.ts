import type { RunPage } from '../../entities/runs.js';
import type { AuditStamp as AuditStampView } from '../../entities/views.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { EntityWithRelationships } from './entity-with-relationships.js';
import { innerPage } from './inner-page.js';
import { nonNull } from './kit.js';

export const AuditStamp = builder.objectRef<AuditStampView>('AuditStamp').implement({
  description: 'An actor and a time.',
  fields: (t) => ({
    time: t.expose('time', nonNull('The time in milliseconds since the epoch.', 'Long')),
    actor: t.exposeString('actor', { description: "The actor's URN." }),
  }),
});

const DataProcessInstance = builder.objectRef<{ readonly urn: string }>('DataProcessInstance').implement({
  description: 'A run of a job.',
  interfaces: [Entity, EntityWithRelationships],
  fields: (t) => ({
    urn: t.exposeString('urn', nonNull('`urn:li:dataProcessInstance:<id>`')),
    type: t.field(entityTypeField('DATA_PROCESS_INSTANCE')),
    created: t.field({
      type: AuditStamp,
      description: 'When the run started, and who reported it.',
      resolve: (run, _, { services }) => services.entities.runCreated(run),
    }),
  }),
});

/** Of the two URNs of a run. */
const runBytes = 1_024;

/** A page of the runs of a job. */
export const DataProcessInstanceResult = builder.objectRef<RunPage>('DataProcessInstanceResult').implement({
  description: 'A page of runs.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'The number of skipped runs.' }),
    count: t.exposeInt('count', { description: 'The requested page size.' }),
    total: t.int({ description: 'The total number of runs.', resolve: (page) => page.total() }),
    runs: t.field({
      type: [DataProcessInstance],
      description: 'The page.',
      resolve: async (page, _, context, info) => {
        const runs = (await innerPage(context, page.urns)).map((urn) => ({ urn }));
        return context.answer.addList(runs, info, { bytesIn: () => runBytes });
      },
    }),
  }),
});
