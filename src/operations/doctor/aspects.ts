import type { AspectKey } from '../../aspects/aspect.js';
import { countOrphans } from '../../columns/orphans-store.js';
import type { Config } from '../../config.js';
import type { Clock } from '../../core/clock.js';
import type { Database } from '../../db/database.js';
import { describeReason } from '../../db/postgresql/connect.js';
import type { Query } from '../../db/query.js';
import { countKnown, knownAfter, listUnknownNames, sampleKnown } from './aspects-store.js';
import { error, type Finding, ok, warning } from './finding.js';
import { readUnreadable, repairAspects, type UnreadableAspect } from './unreadable.js';

/** Called with the aspects that are done, and all of them. */
export type OnProgress = (done: number, total: number) => void;

/** More aspects are not all read, because a check should take seconds. */
const sampleMax = 50_000;
/** Aspects that are read together. */
const pageSize = 500;
const listedMax = 20;

/** Checks whether DataHub's clients can read what is stored. */
export async function aspectFindings(query: Query, onProgress: OnProgress): Promise<Finding[]> {
  const total = await countKnown(query);
  const keys = await sampleKnown(query, sampleMax);
  const unreadable = new Unreadable();
  for (let from = 0; from < keys.length; from += pageSize) {
    for await (const part of readUnreadable(query, keys.slice(from, from + pageSize))) unreadable.add(part);
    onProgress(Math.min(from + pageSize, keys.length), keys.length);
  }
  const scope =
    keys.length < total ? `${keys.length} aspects, chosen from ${total} at random` : `${total} aspects`;
  const { count, repairable } = unreadable;
  if (count === 0) return [ok('aspects', `DataHub's clients can read ${scope}`)];
  const others = repairable < count ? `; ${writeAgain}` : '';
  return unreadable.toFindings(
    `DataHub's clients may fail to read ${count} of ${scope}`,
    repairable === 0
      ? writeAgain
      : `\`catalog doctor --repair-aspects\` adds the missing fields of ${repairable} of them${others}`,
  );
}

/**
 * Adds the missing fields of all stored aspects for which DataHub has defaults, in one transaction for each part. An
 * interrupted run leaves the rest to the next one, because aspects that clients can read are not changed.
 */
export async function repairFindings(db: Database, clock: Clock, onProgress: OnProgress): Promise<Finding[]> {
  const unreadable = new Unreadable();
  let repaired = 0;
  let done = 0;
  try {
    const total = await countKnown(db.query);
    for (let last: AspectKey | undefined = { urn: '', name: '' }; last !== undefined; ) {
      const keys: AspectKey[] = await knownAfter(db.query, last, pageSize);
      for await (const part of readUnreadable(db.query, keys)) {
        repaired += await repairAspects(db, clock, part.filter(isRepairable));
        unreadable.add(part.filter((one) => !isRepairable(one)));
      }
      done += keys.length;
      onProgress(done, Math.max(done, total));
      last = keys.at(-1);
    }
  } catch (cause) {
    const text = `${repaired} aspects are repaired, and the next ones failed: ${describeReason(cause)}`;
    return [error('aspects', text, 'run the command again; it repairs the rest')];
  }
  const result = ok('aspects', `${repaired} of ${done} aspects are repaired`);
  if (unreadable.count === 0) return [result];
  const text = `DataHub's clients may still fail to read ${unreadable.count} aspects, because defaults are not enough`;
  return [result, ...unreadable.toFindings(text, writeAgain)];
}

const writeAgain = 'write the other aspects again, with the missing fields';

const isRepairable = ({ repaired }: UnreadableAspect) => repaired !== null;

/** Counts the aspects that DataHub's clients cannot read, and lists the first. */
class Unreadable {
  count = 0;
  repairable = 0;
  /** Texts, because the aspects can be large. */
  readonly #listed: string[] = [];
  readonly #countByName = new Map<string, number>();

  add(aspects: readonly UnreadableAspect[]): void {
    this.count += aspects.length;
    this.repairable += aspects.filter(isRepairable).length;
    const first = aspects.slice(0, listedMax - this.#listed.length);
    this.#listed.push(...first.map(({ urn, name, reason }) => `${name} of ${urn}: ${reason}`));
    for (const { name } of aspects) this.#countByName.set(name, (this.#countByName.get(name) ?? 0) + 1);
  }

  /** Returns one finding about all of them, and one for each of the first. */
  toFindings(text: string, fix: string): Finding[] {
    const names = [...this.#countByName]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name} (${count})`);
    const more = this.count - this.#listed.length;
    return [
      warning('aspects', `${text}: ${names.slice(0, listedMax).join(', ')}`, fix),
      ...this.#listed.map((text): Finding => ({ check: 'aspects', state: 'warning', text })),
      ...(more > 0
        ? [{ check: 'aspects', state: 'warning', text: `and ${more} more aspects` } as const]
        : []),
    ];
  }
}

/** Checks whether aspects and entity types are stored that DataHub does not have. */
export async function namesFinding(query: Query, { ASPECTS_UNKNOWN: setting }: Config): Promise<Finding> {
  const found = await listUnknownNames(query);
  if (found.length === 0) return ok('names', 'DataHub has the names of all aspects and entity types');
  const list = found.map(({ kind, name, count }) => `${kind} ${name} (${count})`).join(', ');
  const text = `DataHub does not have these names, most frequent first: ${list}`;
  if (setting === 'store') return ok('names', `${text}; ASPECTS_UNKNOWN=store keeps them`);
  return warning(
    'names',
    text,
    'for custom models, set ASPECTS_UNKNOWN=store; otherwise, write the aspects under the correct names, delete these, and ' +
      'set ASPECTS_UNKNOWN=refuse',
  );
}

/** Edited columns that are looked at. */
const lookedAt = 200_000;

/** Checks whether people have edited columns that the schemas do not have any longer. */
export async function columnsFinding(query: Query): Promise<Finding> {
  const { orphans, movable } = await countOrphans(query, lookedAt);
  if (orphans === 0) return ok('columns', 'the schemas have all edited columns');
  const text = `${orphans} edited columns are not in the schemas of their datasets`;
  if (movable === 0) return ok('columns', `${text}; none of them differs in case only`);
  return warning(
    'columns',
    `${text}; the paths of ${movable} of them differ in case only`,
    'move their tags and descriptions to the columns of the schemas: `catalog columns move --all`',
  );
}
