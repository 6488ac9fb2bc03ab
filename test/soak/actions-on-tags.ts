import { type Action, type Effect, graphql } from './action.js';
import { type Facts, toKey, withFacts } from './facts.js';
import { mortalTags, tags } from './world.js';

const named = (name: string) => toKey('tagProperties', 'PROPERTIES', '', name);
const described = toKey('tagProperties', 'DOCUMENTATION');

const whole = (urn: string, effect: Effect) => new Map([[urn, effect]]);
const toId = (urn: string) => urn.slice('urn:li:tag:'.length);

/** The facts of a tag that `createTag` makes. */
export const newTag = (name: string, description: string): Facts =>
  new Map([
    [named('name'), name],
    [described, description],
  ]);

const createTag: Action = {
  ...{ operation: 'mutation createTag', weight: 3, right: 'tags' },
  plan: ({ pick }, step) => ({ urn: pick(mortalTags), name: `Made ${step}`, description: `of step ${step}` }),
  request: ({ urn, name, description }) =>
    graphql('mutation createTag', { input: { id: toId(urn), name, description } }),
  effects: ({ urn, name, description }) =>
    whole(urn, (before) => (before ? undefined : newTag(name, description))),
};

const updateTag: Action = {
  ...{ operation: 'mutation updateTag', weight: 3, right: 'tags' },
  plan: ({ pick }, step) => ({ urn: pick([...tags, ...mortalTags]), name: `Named ${step}` }),
  request: ({ urn, name }) => graphql('mutation updateTag', { urn, input: { urn, name } }),
  effects: ({ urn, name }) =>
    whole(urn, (before) => (before ? withFacts(before, [[named('name'), name]]) : undefined)),
};

const setTagColor: Action = {
  ...{ operation: 'mutation setTagColor', weight: 2, right: 'tags' },
  plan: ({ pick }) => ({ urn: pick([...tags, ...mortalTags]), colorHex: pick(['#112233', '#445566']) }),
  request: (args) => graphql('mutation setTagColor', args),
  effects: ({ urn, colorHex }) =>
    whole(urn, (before) =>
      before === null
        ? undefined
        : // A tag that ingestion has only named gets its properties now.
          withFacts(before, [
            [named('name'), before.get(named('name')) ?? toId(urn)],
            [named('colorHex'), colorHex],
          ]),
    ),
};

const deleteTag: Action = {
  ...{ operation: 'mutation deleteTag', weight: 2, right: 'either' },
  plan: ({ pick }) => ({ urn: pick(mortalTags) }),
  request: (args) => graphql('mutation deleteTag', args),
  effects: ({ urn }) => whole(urn, () => null),
};

const restoreTag: Action = {
  ...{ operation: 'mutation restoreTag', weight: 2, right: 'tags', isInSteps: true },
  plan: ({ pick }) => ({ urn: pick(mortalTags) }),
  request: (args) => graphql('mutation restoreTag', args),
  // A request that waits for another restoration of the tag is done with it.
  effects: ({ urn }) => whole(urn, (before, last) => before ?? last),
};

export const actionsOnTags: Readonly<Record<string, Action>> = {
  createTag,
  updateTag,
  setTagColor,
  deleteTag,
  restoreTag,
};
