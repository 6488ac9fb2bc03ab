import { builder } from './builder.js';
import { nonNull } from './kit.js';

const TelemetryConfig = builder.objectRef<object>('TelemetryConfig').implement({
  description: 'The telemetry settings.',
  fields: (t) => ({
    enableThirdPartyLogging: t.boolean({
      description: 'Always false: the service sends nothing to third parties.',
      resolve: () => false,
    }),
  }),
});

const AppConfig = builder.objectRef<object>('AppConfig').implement({
  description: "The part of DataHub's configuration that its command line reads.",
  fields: (t) => ({
    appVersion: t.string({
      description: 'The version of the catalog.',
      resolve: (_, __, context) => context.process.version,
    }),
    telemetryConfig: t.field({
      ...nonNull('Telemetry.', TelemetryConfig),
      resolve: () => ({}),
    }),
  }),
});

builder.queryField('appConfig', (t) =>
  t.field({
    type: AppConfig,
    description: "Returns the configuration that DataHub's command line reads.",
    resolve: () => ({}),
  }),
);
