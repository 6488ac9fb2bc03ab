import { builder } from './builder.js';
import { emptyField } from './datahub-only.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';

export const DataHubView = builder.objectRef<{ readonly urn: string }>('DataHubView').implement({
  description: 'A view of DataHub, which the catalog keeps and does not apply.',
  interfaces: [Entity],
  fields: (t) => ({
    urn: t.exposeString('urn', { nullable: false, description: '`urn:li:dataHubView:<id>`' }),
    type: t.field(entityTypeField('DATAHUB_VIEW')),
  }),
});

const GlobalViewsSettings = builder.objectRef<object>('GlobalViewsSettings').implement({
  description: 'The settings of all users for views.',
  fields: (t) => ({
    defaultView: t.string({
      ...emptyField,
      description: 'The view that applies to all searches. Null: views do not apply here.',
      resolve: () => null,
    }),
  }),
});

builder.queryField('globalViewsSettings', (t) =>
  t.field({
    type: GlobalViewsSettings,
    ...emptyField,
    description: 'Returns the settings of all users for views.',
    resolve: () => ({}),
  }),
);
