import t from 'tap';
import {
  checkScopes,
  isWithinScopes,
  type Scopes,
  scopeNames,
  scopesWithin,
  withinScopes,
} from '../../src/access-tokens/scopes.js';
import type { Actor } from '../../src/core/actor.js';
import * as authorization from '../../src/core/authorization.js';
import { includedPrivileges, type Privilege, privileges } from '../../src/datahub/privileges.js';

const names = Object.keys(privileges) as Privilege[];
const everything = () => true;
const only =
  (...held: Privilege[]): Actor['can'] =>
  (privilege) =>
    held.includes(privilege);
const allowed = (can: Actor['can']) => names.filter((name) => can(name));
const holder = (scopes: Scopes): Actor => ({
  urn: 'urn:li:corpuser:ann',
  can: everything,
  token: { id: 'x', scopes, userCan: everything, endsSoon: null, includes: () => true },
});

// The privileges of the two groups, so that a new privilege is given to one of them on purpose.
const writes = [
  ...[
    'CREATE_TAGS',
    'MANAGE_TAGS',
    'EDIT_ENTITY_TAGS',
    'EDIT_DATASET_COL_TAGS',
    'EDIT_ENTITY',
    'DELETE_ENTITY',
  ],
  ...['EDIT_ENTITY_STATUS', 'EDIT_ENTITY_DOCS', 'EDIT_DATASET_COL_DESCRIPTION'],
  ...[
    'GET_TIMESERIES_INDEX_SIZES_PRIVILEGE',
    'TRUNCATE_TIMESERIES_INDEX_PRIVILEGE',
    'GET_ES_TASK_STATUS_PRIVILEGE',
    'GET_PLATFORM_EVENTS',
    'EDIT_LINEAGE',
  ],
  ...['EDIT_ENTITY_OWNERS', 'EDIT_DOMAINS_PRIVILEGE', 'EDIT_ENTITY_GLOSSARY_TERMS'],
  ...['EDIT_DATASET_COL_GLOSSARY_TERMS', 'EDIT_ENTITY_DOC_LINKS', 'EDIT_DEPRECATION_PRIVILEGE'],
  ...['MANAGE_DOMAINS', 'CREATE_DOMAINS', 'MANAGE_GLOSSARIES'],
];
const administers = [
  ...[
    'GENERATE_PERSONAL_ACCESS_TOKENS',
    'MANAGE_ACCESS_TOKENS',
    'MANAGE_POLICIES',
    'MANAGE_USERS_AND_GROUPS',
  ],
  ...['MANAGE_SERVICE_ACCOUNTS', 'GET_AUDIT_EVENTS', 'MANAGE_WEBHOOKS', 'MANAGE_SECRETS'],
];

t.test('READ allows no privilege, WRITE all but the token API and administration', async (t) => {
  t.strictSame(allowed(withinScopes(everything, ['READ'])), []);
  t.strictSame(allowed(withinScopes(everything, ['WRITE'])), writes);
  t.strictSame(
    names.filter((name) => !writes.includes(name) && !administers.includes(name)),
    [],
  );
  t.strictSame(allowed(withinScopes(everything, null)), names);
  t.strictSame(allowed(withinScopes(everything, ['of a later version'])), []);
});

t.test('a named privilege allows itself and what it includes, as far as the user has it', async (t) => {
  for (const name of names) {
    const expected = [name, ...(includedPrivileges[name] ?? [])];
    t.strictSame(allowed(withinScopes(everything, [name])).sort(), [...new Set(expected)].sort(), name);
    t.strictSame(allowed(withinScopes(only(), [name])), [], `${name}, which the user has not`);
  }
  t.strictSame(allowed(withinScopes(only('EDIT_ENTITY'), ['EDIT_ENTITY_TAGS'])), ['EDIT_ENTITY_TAGS']);
  t.strictSame(allowed(withinScopes(only('EDIT_ENTITY_TAGS'), ['EDIT_ENTITY'])), ['EDIT_ENTITY_TAGS']);
});

t.test('a privilege includes another exactly when it allows all that the other allows', async (t) => {
  const resource = { type: 'dataset', urn: 'urn:li:dataset:x' };
  const { mayEditTags, mayEditDescription, mayDeleteEntity, mayEditStatus, mayEditEntity, ...rest } =
    authorization;
  const { mayEditBy, toEditOwners, toEditDomain, toEditTerms, toEditLinks, toEditDeprecation } = rest;
  const platform = Object.entries(rest).flatMap(([name, rule]) =>
    name.startsWith('may') && rule.length === 1 ? [rule as (actor: Actor) => boolean] : [],
  );
  const rules: ((actor: Actor) => boolean)[] = [
    ...platform,
    ...[true, false].flatMap((onColumn) => [
      (actor: Actor) => mayEditTags(actor, resource, onColumn),
      (actor: Actor) => mayEditDescription(actor, resource, onColumn),
    ]),
    ...[
      toEditOwners,
      toEditDomain,
      toEditTerms(false),
      toEditTerms(true),
      toEditLinks,
      toEditDeprecation,
    ].map((needed) => (actor: Actor) => mayEditBy(actor, resource, needed)),
    ...[mayDeleteEntity, mayEditStatus, mayEditEntity].map((rule) => (actor: Actor) => rule(actor, resource)),
  ];
  const listRules = (name: Privilege) => rules.filter((rule) => rule({ urn: 'a', can: only(name) }));
  for (const name of names.filter((one) => listRules(one).length > 0))
    for (const other of names.filter((one) => one !== name && listRules(one).length > 0))
      t.equal(
        listRules(other).every((rule) => listRules(name).includes(rule)),
        includedPrivileges[name]?.includes(other) ?? false,
        `${name} and ${other}`,
      );
});

t.test('unknown names and the empty list are rejected, repetitions are removed', async (t) => {
  t.equal(checkScopes(null), null);
  t.equal(checkScopes(undefined), null);
  t.strictSame(checkScopes(['WRITE', 'READ', 'WRITE']), ['WRITE', 'READ']);
  t.throws(() => checkScopes(['read']), {
    type: 'BAD_REQUEST',
    message: /^scopes contains "read"; expected READ, WRITE, .*/,
  });
  t.throws(() => checkScopes(['toString']), { message: '"toString"' });
  t.throws(() => checkScopes([]), {
    type: 'BAD_REQUEST',
    message: /^scopes is empty; READ is the smallest scope/,
  });
});

t.test('scopes are compared by what they allow', async (t) => {
  const cases: [own: Scopes, other: Scopes, within: boolean][] = [
    [null, null, true],
    [null, ['MANAGE_POLICIES'], true],
    [scopeNames, null, false],
    [['READ'], ['READ'], true],
    [['READ'], ['WRITE'], false],
    [['WRITE'], ['READ', 'EDIT_ENTITY', 'CREATE_TAGS'], true],
    [['WRITE'], ['GENERATE_PERSONAL_ACCESS_TOKENS'], false],
    [['GENERATE_PERSONAL_ACCESS_TOKENS'], ['READ'], true],
    [['GENERATE_PERSONAL_ACCESS_TOKENS'], ['MANAGE_ACCESS_TOKENS'], false],
    [['EDIT_ENTITY'], ['EDIT_ENTITY_TAGS', 'DELETE_ENTITY'], true],
    [['EDIT_ENTITY_TAGS'], ['EDIT_ENTITY'], false],
    [writes, ['WRITE'], true],
    [['WRITE'], ['of a later version'], false],
    [['of a later version'], ['of a later version'], true],
  ];
  for (const [own, other, within] of cases)
    t.equal(isWithinScopes(holder(own), other), within, `${own} and ${other}`);
  t.ok(isWithinScopes({ urn: 'a', can: everything }, null), 'a caller without a token has no scopes');
  t.equal(scopesWithin(null), null);
});
