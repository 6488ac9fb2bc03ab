import type { ComponentType } from 'preact';
import { may } from '../api/caller.js';
import { basePath } from '../base.js';
import type { IconName } from '../kit/icon.js';
import type { Privilege } from '../model/privileges.js';
import { shownSections } from './sections.js';

type Form = ComponentType<{ onClose(): void }>;
export type LoadForm = () => Promise<Form>;

/** A page, or something to do, by its name. */
export interface Place {
  readonly text: string;
  readonly icon: IconName;
  /** The keys that do the same. */
  readonly keys?: readonly string[];
  readonly href?: string;
  /** Whether the address is outside of the console. */
  readonly isOutside?: boolean;
  /** Loads the form that creates something. */
  readonly load?: LoadForm;
}

const forms: readonly (readonly [text: string, icon: IconName, needs: Privilege, load: LoadForm])[] = [
  [
    'Create a token',
    'key',
    'GENERATE_PERSONAL_ACCESS_TOKENS',
    async () => (await import('../pages/tokens/create.js')).CreateToken,
  ],
  ['Create a tag', 'tag', 'CREATE_TAGS', async () => (await import('../pages/tags/create.js')).CreateTag],
  [
    'Create a user',
    'user',
    'MANAGE_USERS_AND_GROUPS',
    async () => (await import('../pages/users/create-user.js')).CreateUser,
  ],
  [
    'Create a group',
    'users',
    'MANAGE_USERS_AND_GROUPS',
    async () => (await import('../pages/groups/create-group.js')).CreateGroup,
  ],
  [
    'Create a service account',
    'robot',
    'MANAGE_SERVICE_ACCOUNTS',
    async () => (await import('../pages/users/create-service-account.js')).CreateServiceAccount,
  ],
  [
    'Create a policy',
    'shield',
    'MANAGE_POLICIES',
    async () => (await import('../pages/policies/policy-form.js')).PolicyForm,
  ],
];

/** The pages that the caller may see, and what the caller may do, whose names contain the words of a text. */
export function findPlaces(text: string): readonly Place[] {
  const words = text.toLowerCase().split(/\s+/);
  const all: readonly Place[] = [
    ...shownSections().map(({ name, icon, href, key }) => ({ text: name, icon, href, keys: ['g', key] })),
    ...forms.filter(([, , needs]) => may(needs)).map(([text, icon, , load]): Place => ({ text, icon, load })),
    { text: 'API reference', icon: 'terminal', href: `${basePath}/docs`, isOutside: true },
    { text: 'About this service', icon: 'info', href: `${basePath}/about`, isOutside: true },
  ];
  return all.filter((place) => words.every((word) => place.text.toLowerCase().includes(word)));
}
