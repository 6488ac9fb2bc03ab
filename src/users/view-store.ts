import type { Page } from '../core/pagination.js';
import type { Database, Prisma } from '../db/database.js';
import { escapeLike } from '../db/like.js';
import type { Group, User } from './views.js';

/** A member of a JSON object if it is a text. */
const text = (json: string, name: string) =>
  `CASE WHEN json_typeof(${json}->'${name}') = 'string' THEN ${json}->>'${name}' END`;
/** A member of a JSON object if it is a list of texts. */
const texts = (json: string, name: string) => `
  CASE WHEN json_typeof(${json}->'${name}') = 'array' THEN
    (SELECT json_agg(value) FROM json_array_elements(${json}->'${name}') WHERE json_typeof(value) = 'string') END`;
const flag = (json: string, name: string) =>
  `CASE WHEN json_typeof(${json}->'${name}') = 'boolean' THEN (${json}->>'${name}')::boolean END`;
const object = (json: string, texts: readonly string[]) =>
  texts.map((name) => `'${name}', ${text(json, name)}`).join(', ');

/** An aspect of the outer row. Aspects that earlier versions stored without effect are not shown. */
const aspect = (alias: string, name: string) =>
  `LEFT JOIN aspects ${alias} ON ${alias}.urn = input.urn AND ${alias}.name = '${name}' AND NOT ${alias}.inert`;

const appearance = ['showSimplifiedHomepage', 'showThemeV2'];

const selectUsers = `
  SELECT input.urn, u.state, u.created_at AS "createdAt", u.created_by AS "createdBy", i.updated_at AS "updatedAt",
         u.display_name AS "displayName", u.full_name AS "fullName", u.title, u.email,
         ${['firstName', 'lastName', 'departmentName', 'countryCode'].map((name) => `${text('i.body', name)} AS "${name}"`)},
         CASE WHEN d.urn IS NOT NULL THEN json_build_object(
           ${object('d.body', ['displayName', 'title', 'aboutMe', 'pictureLink', 'email', 'phone', 'slack'])},
           'teams', ${texts('d.body', 'teams')}, 'skills', ${texts('d.body', 'skills')}) END AS editable,
         ${text("(s.body->'views')", 'defaultView')} AS "defaultView",
         CASE WHEN json_typeof(s.body->'appearance') = 'object' THEN json_build_object(
           ${appearance.map((name) => `'${name}', ${flag("(s.body->'appearance')", name)}`)}) END AS appearance
    FROM unnest($1::text[]) AS input(urn)
    LEFT JOIN users u ON u.urn = input.urn AND u.state <> 'REMOVED'
    LEFT JOIN entities e ON e.urn = input.urn
    ${aspect('i', 'corpUserInfo')} ${aspect('d', 'corpUserEditableInfo')} ${aspect('s', 'corpUserSettings')}
   WHERE u.urn IS NOT NULL OR e.urn IS NOT NULL`;

const selectGroups = `
  SELECT input.urn, g.urn IS NOT NULL AS "isGroup", g.name, g.description,
         ${text('i.body', 'email')} AS email, ${text('i.body', 'slack')} AS slack,
         CASE WHEN d.urn IS NOT NULL THEN json_build_object(
           ${object('d.body', ['description', 'pictureLink', 'email', 'slack'])}) END AS editable,
         CASE WHEN o.urn IS NOT NULL THEN json_build_object(${object('o.body', ['type', 'externalType'])}) END AS origin
    FROM unnest($1::text[]) AS input(urn)
    LEFT JOIN groups g ON g.urn = input.urn
    LEFT JOIN entities e ON e.urn = input.urn
    ${aspect('i', 'corpGroupInfo')} ${aspect('d', 'corpGroupEditableInfo')} ${aspect('o', 'origin')}
   WHERE g.urn IS NOT NULL OR e.urn IS NOT NULL`;

/** Batched reads, one statement each. Never from a replica: a client reads what it has written about access. */
export const peopleViewStore = ({ bounded: query }: Pick<Database, 'bounded'>) => ({
  users: async (urns: readonly string[]): Promise<ReadonlyMap<string, User>> =>
    new Map((await query<User>(selectUsers, [urns])).map((row) => [row.urn, row])),
  groups: async (urns: readonly string[]): Promise<ReadonlyMap<string, Group>> =>
    new Map((await query<Group>(selectGroups, [urns])).map((row) => [row.urn, row])),
});

export interface PeopleSearch extends Page {
  /** A part of an id, a name or another text, in any case; null: all. */
  readonly text: string | null;
}

/** A page of URNs in the byte order of their ids, and their total. */
interface Found {
  readonly urns: string[];
  readonly total: number;
}

type PeopleList = (search: PeopleSearch) => Promise<Found>;

/** Lists people, service accounts and groups. Removed ones are not listed. */
export function peopleListStore(db: Pick<Database, 'prisma'>) {
  const users =
    (serviceAccount: boolean, texts: readonly (keyof Prisma.UserWhereInput)[]): PeopleList =>
    ({ text, ...page }) => {
      const where = {
        state: { not: 'REMOVED' },
        restoredState: null,
        serviceAccount,
        ...containing(text, texts),
      } as const;
      return found(db.prisma.user.count({ where }), db.prisma.user.findMany({ where, ...listed(page) }));
    };

  return {
    people: users(false, ['displayName', 'fullName', 'email']),
    serviceAccounts: users(true, ['displayName', 'title']),
    groups: ({ text, ...page }: PeopleSearch) => {
      const where = { removed: false, ...containing(text, ['name', 'description']) };
      return found(db.prisma.group.count({ where }), db.prisma.group.findMany({ where, ...listed(page) }));
    },
  };
}

/** The URNs of one list have one beginning, so that their order is that of the ids. */
const listed = ({ start, count }: Page) =>
  ({ select: { urn: true }, orderBy: { urn: 'asc' }, skip: start, take: count }) as const;

/** The condition that one of the columns contains the text. Their collations know the case of all letters. */
const containing = (text: string | null, columns: readonly string[]) =>
  text === null
    ? {}
    : {
        OR: [
          ...['id', ...columns].map((column) => ({
            [column]: { contains: escapeLike(text), mode: 'insensitive' as const },
          })),
        ],
      };

async function found(count: Promise<number>, page: Promise<{ readonly urn: string }[]>): Promise<Found> {
  const [total, rows] = await Promise.all([count, page]);
  return { total, urns: rows.map(({ urn }) => urn) };
}
