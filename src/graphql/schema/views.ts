import { builder } from './builder.js';
import { emptyField } from './datahub-only.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { nonNull } from './kit.js';

export const DataHubView = builder.objectRef<{ readonly urn: string }>('DataHubView').implement({
  description: 'A DataHub view, which the catalog stores and does not apply.',
  interfaces: [Entity],
  fields: (t) => ({
    urn: t.exposeString('urn', nonNull('`urn:li:dataHubView:<id>`')),
    type: t.field(entityTypeField('DATAHUB_VIEW')),
  }),
});

const GlobalViewsSettings = builder.objectRef<object>('GlobalViewsSettings').implement({
  description: 'The view settings that apply to all users.',
  fields: (t) => ({
    defaultView: t.string({
      ...emptyField,
      description: 'Always null: views are not supported.',
      resolve: () => null,
    }),
  }),
});

builder.queryField('globalViewsSettings', (t) =>
  t.field({
    type: GlobalViewsSettings,
    ...emptyField,
    description: 'Returns the view settings that apply to all users.',
    resolve: () => ({}),
  }),
);
