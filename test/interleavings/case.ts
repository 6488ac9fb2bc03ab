import type { Test } from 'tap';
import type { Database } from '../../src/db/database.js';
import { createDocument } from '../manifest/operations.js';
import type { Answer } from '../support/catalog.js';
import { allOrders } from './orders.js';
import { type Choice, play } from './play.js';
import type { As, Stage } from './stage.js';

/** Orders of one case that a run of all tests tries: those in which the requests take the fewest turns. */
const { ORDERS = '4' } = process.env;
const mostOrders = ORDERS === 'all' ? Number.POSITIVE_INFINITY : Number(ORDERS);

/** Orders until a fault must be found. */
const mostFaulty = 100;

type Rewrite = (sql: string) => string;

/** What became of the requests, by their names. */
export interface Played {
  readonly answers: Readonly<Record<string, Answer>>;
  /** The type of the error, or `done`. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** Whether a request had ended before another began. */
  precedes(one: string, other: string): boolean;
}

/** Requests at the same time, and what must be true whatever the order of their statements. */
export interface Case<Subject> {
  /** Makes what the requests are about. Each order has its own. */
  prepare(): Promise<Subject>;
  /** Each by its name, to one process of the service, or on the database of that process. */
  readonly requests: Readonly<Record<string, (as: As, subject: Subject, db: Database) => Promise<Answer>>>;
  /** Returns what is wrong afterwards. */
  check(subject: Subject, played: Played): Promise<readonly string[]>;
  /** Changes of the service's SQL, each of which must make something wrong in one of the orders. */
  readonly faults?: Readonly<Record<string, Rewrite>>;
}

/** Returns a fault: the service's SQL without what matches, such as a lock. */
export const without =
  (text: RegExp, where = /./): Rewrite =>
  (sql) =>
    where.test(sql) ? sql.replace(text, '') : sql;

/** Returns a request of a mutation with all privileges. */
export const mutation =
  <Subject>(name: string, args: (subject: Subject) => object) =>
  (as: As, subject: Subject): Promise<Answer> =>
    as().graphql(createDocument(`mutation ${name}`), { ...args(subject) });

/** Tries the orders of a case, then those of each of its faults. */
export async function tryCase<Subject>(
  t: Test,
  stage: Stage,
  name: string,
  one: Case<Subject>,
): Promise<void> {
  const result = await tryOrders(stage, one);
  t.comment(`${name}: ${result.orders} orders, ${result.left} left out, ${result.perMinute} a minute`);
  t.same(result.wrong, [], name, { steps: result.steps });
  for (const [fault, rewrite] of Object.entries(one.faults ?? {})) {
    const { orders, wrong } = await tryOrders(stage, one, rewrite, mostFaulty);
    // In the first order, the requests come one after the other: no lock is missing there.
    t.ok(wrong.length > 0 && orders > 1, `${name}: ${fault} is found, in order ${orders}: ${wrong[0]}`);
  }
}

/** Checks only the outcomes: one of these, in the order of the requests. */
export const rejectOthers = (allowed: readonly string[], { outcomes }: Played): string[] => {
  const found = Object.values(outcomes).join(' ');
  return allowed.includes(found) ? [] : [`${Object.keys(outcomes).join(' ')}: ${found}`];
};

/** Tries orders until something is wrong in one. */
async function tryOrders<Subject>(
  { actors, planted, readBlocked }: Stage,
  { prepare, requests, check }: Case<Subject>,
  rewrite: Rewrite = (sql) => sql,
  most = mostOrders,
) {
  const [names, sends] = [Object.keys(requests), Object.values(requests)];
  const used = names.map((_, index) => actors[index]!);
  // Then every process has compiled the policies.
  for (const { as } of used) await as().graphql('{ me { corpUser { urn } } }');
  const orders = allOrders();
  const startedAt = performance.now();
  let count = 0;
  let wrong: readonly string[] = [];
  let steps: readonly Choice[] = [];
  for (let order = orders.next(); order && count < most; order = orders.next()) {
    planted.rewrite = (sql) => sql;
    const subject = await prepare();
    const calls = sends.map((send, index) => () => send(used[index]!.as, subject, used[index]!.db));
    planted.rewrite = rewrite;
    const answers = await play(
      used.map(({ player }) => player),
      calls,
      readBlocked,
      order.choose,
    );
    if (!order.isRepeated) count += 1;
    const named = <T>(values: readonly T[]) =>
      Object.fromEntries(names.map((name, index) => [name, values[index]!]));
    const played = order.steps.map(({ player }) => names[player]);
    wrong = await check(subject, {
      answers: named(answers),
      outcomes: named(answers.map(toOutcome)),
      precedes: (one, other) => played.lastIndexOf(one) < played.indexOf(other),
    });
    steps = order.steps;
    if (wrong.length > 0) break;
  }
  planted.rewrite = (sql) => sql;
  const perMinute = Math.round((count / (performance.now() - startedAt)) * 60_000);
  const described = steps.map(({ player, text }) => `${names[player]}: ${shorten(text)}`);
  return {
    orders: count,
    left: orders.countLeft(),
    perMinute,
    wrong,
    steps: wrong.length > 0 ? described : [],
  };
}

/** The type of the error that a request got, or `done`. */
function toOutcome({ status, body }: Answer): string {
  const [error] = body.errors ?? [];
  return error ? error.extensions.type : status === 200 ? 'done' : `${status}`;
}

const shorten = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 90);
