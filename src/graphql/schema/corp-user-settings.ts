import type { User } from '../../users/views.js';
import { builder } from './builder.js';
import { DataHubView } from './views.js';

const CorpUserViewsSettings = builder.objectRef<User>('CorpUserViewsSettings').implement({
  description: 'The settings of a user for views.',
  fields: (t) => ({
    defaultView: t.field({
      type: DataHubView,
      description: 'The view that DataHub applies first.',
      resolve: ({ defaultView }) => (defaultView === null ? null : { urn: defaultView }),
    }),
  }),
});

const CorpUserAppearanceSettings = builder
  .objectRef<NonNullable<User['appearance']>>('CorpUserAppearanceSettings')
  .implement({
    description: "The settings of a user for the looks of DataHub's pages.",
    fields: (t) => ({
      showSimplifiedHomepage: t.exposeBoolean('showSimplifiedHomepage', {
        description: 'Whether the home page is the simple one.',
      }),
      showThemeV2: t.exposeBoolean('showThemeV2', {
        description: 'Whether the pages are the second version.',
      }),
    }),
  });

export const CorpUserSettings = builder.objectRef<User>('CorpUserSettings').implement({
  description: 'The settings of a user, of the aspect corpUserSettings.',
  fields: (t) => ({
    views: t.field({
      type: CorpUserViewsSettings,
      description: 'The settings for views.',
      resolve: (user) => user,
    }),
    appearance: t.field({
      type: CorpUserAppearanceSettings,
      description: 'The settings for looks. Null before they are first written.',
      resolve: ({ appearance }) => appearance,
    }),
  }),
});
