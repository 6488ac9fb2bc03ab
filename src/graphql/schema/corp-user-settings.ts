import type { User } from '../../users/views.js';
import { builder } from './builder.js';
import { DataHubView } from './views.js';

const CorpUserViewsSettings = builder.objectRef<User>('CorpUserViewsSettings').implement({
  description: "A user's view settings.",
  fields: (t) => ({
    defaultView: t.field({
      type: DataHubView,
      description: "The user's default view.",
      resolve: ({ defaultView }) => (defaultView === null ? null : { urn: defaultView }),
    }),
  }),
});

const CorpUserAppearanceSettings = builder
  .objectRef<NonNullable<User['appearance']>>('CorpUserAppearanceSettings')
  .implement({
    description: "A user's settings for the appearance of DataHub's pages.",
    fields: (t) => ({
      showSimplifiedHomepage: t.exposeBoolean('showSimplifiedHomepage', {
        description: 'Whether the simplified home page is shown.',
      }),
      showThemeV2: t.exposeBoolean('showThemeV2', {
        description: 'Whether version 2 of the theme is used.',
      }),
    }),
  });

export const CorpUserSettings = builder.objectRef<User>('CorpUserSettings').implement({
  description: "A user's settings, from the aspect corpUserSettings.",
  fields: (t) => ({
    views: t.field({
      type: CorpUserViewsSettings,
      description: 'The view settings.',
      resolve: (user) => user,
    }),
    appearance: t.field({
      type: CorpUserAppearanceSettings,
      description: 'The appearance settings. Null before they are first written.',
      resolve: ({ appearance }) => appearance,
    }),
  }),
});
