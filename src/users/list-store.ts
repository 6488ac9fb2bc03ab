import type { Page } from '../core/pagination.js';
import type { Database, Prisma } from '../db/database.js';
import { escapeLike } from '../db/like.js';

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
export function peopleListStore({ prisma }: Pick<Database, 'prisma'>) {
  const users =
    (serviceAccount: boolean, texts: readonly (keyof Prisma.UserWhereInput)[]): PeopleList =>
    ({ text, ...page }) => {
      const where = {
        state: { not: 'REMOVED' },
        restoredState: null,
        serviceAccount,
        ...containing(text, texts),
      } as const;
      return found(prisma.user.count({ where }), prisma.user.findMany({ where, ...listed(page) }));
    };

  return {
    people: users(false, ['displayName', 'fullName', 'email']),
    serviceAccounts: users(true, ['displayName', 'title']),
    groups: ({ text, ...page }: PeopleSearch) => {
      const where = { removed: false, ...containing(text, ['name', 'description']) };
      return found(prisma.group.count({ where }), prisma.group.findMany({ where, ...listed(page) }));
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
