import { defaultPageSize } from '../../core/pagination.js';
import { searchText } from '../../users/input.js';
import type { PeoplePage } from '../../users/views.js';
import { builder } from './builder.js';

/** The input of a list of users, groups or service accounts. */
export const listInput = (name: string, what: string) =>
  builder.inputType(name, {
    description: `The ${what} to list.`,
    fields: (t) => ({
      start: t.int({ defaultValue: 0, description: `The number of ${what} to skip.` }),
      count: t.int({ defaultValue: defaultPageSize, description: 'The size of the page.' }),
      query: t.string({
        description: 'A part of the id or of a text, ignoring case; `*` for all.',
        validate: { schema: searchText },
      }),
    }),
  });

export const toItems = ({ urns }: PeoplePage) => urns.map((urn) => ({ urn }));
