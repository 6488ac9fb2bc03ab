import { z } from 'zod';
import { CatalogError } from '../core/errors.js';
import { nearestName } from '../core/nearest-name.js';
import { rejectReservedUser } from '../core/reserved-users.js';
import { descriptionRule, invalidTextReason, isDescription, isName, nameRule } from '../core/text.js';
import { parseContainerUrn, parseUrn, parseUserUrn, quoted } from '../core/urn.js';
import { isPrivilegeName, unusedPrivileges } from '../datahub/other-privileges.js';
import { privilegeSpellings, privileges } from '../datahub/privileges.js';
import { boundedArray } from '../input/bounded-input.js';
import { conditions, criterionFields } from './evaluation/resource-filter.js';

/** The longest list in a policy. */
const listMax = 10_000;

/** Turns what a check throws into an issue. The database refuses some texts, or does not return them unchanged. */
const textThat = (check: (value: string) => void) =>
  z.string().superRefine((value, { addIssue }) => {
    const reason = invalidTextReason(value);
    if (reason !== null) return addIssue(reason);
    try {
      check(value);
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      addIssue(error.message);
    }
  });

const boundedList = (check: (value: string) => void) => boundedArray(textThat(check), listMax);

const anyText = () => {};
const checkUrnType = (type: string) => (value: string) => {
  if (parseUrn(value).type !== type) refuse(`${quoted(value)} is not a urn:li:${type}:<id>`);
};
const entityType = (value: string) => {
  if (!/^[a-z][A-Za-z0-9]*$/.test(value)) {
    refuse(`${quoted(value)} is not an entity type; expected a type as in URNs, such as dataset`);
  }
};
const beginsAsUrn = (value: string) => {
  if (!value.startsWith('urn:li:')) refuse(`${quoted(value)} does not begin with urn:li:`);
  if (value.length > 512) refuse(`${quoted(value)} is longer than 512 characters`);
};
const nearestPrivilege = nearestName([
  ...Object.keys(privileges),
  ...privilegeSpellings.keys(),
  ...unusedPrivileges,
]);
const privilege = (name: string) => {
  if (isPrivilegeName(name)) return;
  const known = Object.keys(privileges).join(', ');
  const unused = [...unusedPrivileges].join(', ');
  const meant = nearestPrivilege(name);
  const hint = meant === null ? '.' : `; did you mean ${meant}?`;
  refuse(
    `${quoted(name)} is not a privilege${hint} Privileges are ${known}. DataHub's other privileges are stored without effect: ${unused}`,
  );
};

function refuse(message: string): never {
  throw new CatalogError('BAD_REQUEST', message);
}

const checkOfField = new Map<string, (value: string) => void>([
  ['TYPE', entityType],
  ['RESOURCE_TYPE', entityType],
  ['URN', beginsAsUrn],
  ['RESOURCE_URN', beginsAsUrn],
  ['CONTAINER', (value) => void parseContainerUrn(value)],
]);

const criterion = z
  .looseObject({
    field: z.enum(criterionFields, {
      error: ({ input }) =>
        `${quoted(String(input))} is not a field of a criterion; expected ${criterionFields.join(', ')}`,
    }),
    values: boundedList(anyText),
    condition: z.enum(conditions).nullish(),
  })
  .superRefine(({ field, values }, context) => {
    const parsed = boundedList(checkOfField.get(field) ?? anyText).safeParse(values);
    for (const issue of parsed.error?.issues ?? []) context.addIssue(issue.message);
  });

const filter = z.looseObject({ criteria: boundedArray(criterion, 100) });
const flag = z.boolean().nullish();

const actors = z
  .looseObject({
    users: boundedList((urn) => rejectReservedUser(parseUserUrn(urn))).nullish(),
    groups: boundedList(checkUrnType('corpGroup')).nullish(),
    allUsers: flag,
    allGroups: flag,
    roles: boundedList(anyText).nullish(),
    resourceOwners: flag,
    resourceOwnersTypes: boundedList(anyText).nullish(),
  })
  .refine((given) => hasActors(given) || !hasOtherActors(given), {
    message:
      'has only roles or resource owners as actors, who receive no privileges; add users or groups, or set allUsers or ' +
      'allGroups',
  });

/** The aspect dataHubPolicyInfo. */
export const policyInfo = z.looseObject({
  displayName: z.string().refine(isName, nameRule),
  description: z.string().refine(isDescription, descriptionRule).nullish(),
  type: z.enum(['METADATA', 'PLATFORM']),
  state: z.enum(['ACTIVE', 'INACTIVE', 'DRAFT']),
  privileges: boundedList(privilege),
  actors,
  resources: z
    .looseObject({
      type: textThat(entityType).nullish(),
      resources: boundedList(beginsAsUrn).nullish(),
      allResources: flag,
      filter: filter.nullish(),
      privilegeConstraints: filter.nullish(),
    })
    .nullish(),
  editable: flag,
});

export type PolicyInfo = z.output<typeof policyInfo>;

/** The part of the actors that gets privileges. */
interface Actors {
  readonly users?: readonly string[] | null | undefined;
  readonly groups?: readonly string[] | null | undefined;
  readonly allUsers?: boolean | null | undefined;
  readonly allGroups?: boolean | null | undefined;
}
interface OtherActors {
  readonly roles?: readonly string[] | null | undefined;
  readonly resourceOwners?: boolean | null | undefined;
}

export const hasActors = ({ users, groups, allUsers, allGroups }: Actors): boolean =>
  allUsers === true || allGroups === true || Boolean(users?.length) || Boolean(groups?.length);

export const hasOtherActors = ({ roles, resourceOwners }: OtherActors): boolean =>
  resourceOwners === true || Boolean(roles?.length);
