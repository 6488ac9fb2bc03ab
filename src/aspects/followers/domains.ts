import { isDeepStrictEqual } from 'node:util';
import { CatalogError } from '../../core/errors.js';
import { quoted } from '../../core/urn.js';
import { isObject, type Json } from '../../json/lossless-json.js';
import type { Steps } from '../../scheduling/steps.js';

interface Association extends Json {
  readonly domain: string;
}

interface Members {
  readonly domains: readonly string[];
  /** Null if the aspect has none. */
  readonly associations: readonly Association[] | null;
}

/**
 * Keeps `domains` and `domainAssociations` equal. The member that was changed decides. `domains` has each domain of the
 * associations once. Associations that people made come before propagated ones.
 */
export function* followDomains(value: Readonly<Json>, before: Readonly<Json> | null): Steps<Readonly<Json>> {
  const given = yield* readMembers(value);
  if (given === null) return value;
  const old = (before && (yield* readMembers(before))) ?? { domains: [], associations: null };
  const associations = inOrder(yield* decide(given, old));
  const domains = [...(yield* domainsOf(associations))];
  const follows =
    given.associations !== null &&
    isSameList(given.domains, domains) &&
    isSameList(given.associations, associations) &&
    Array.isArray(value.domains);
  return follows ? value : { ...value, domains, domainAssociations: associations };
}

/** Returns null when the members do not fit the model, or when there are none. */
function* readMembers({ domains, domainAssociations }: Readonly<Json>): Steps<Members | null> {
  const names = domains ?? [];
  const associations = domainAssociations ?? null;
  if (domains === undefined && associations === null) return null;
  if (!Array.isArray(names) || (associations !== null && !Array.isArray(associations))) return null;
  for (const name of names) {
    if (typeof name !== 'string') return null;
    yield;
  }
  for (const one of associations ?? []) {
    if (!isObject(one) || typeof one.domain !== 'string') return null;
    yield;
  }
  return { domains: names, associations: associations as Association[] | null };
}

/** Returns the associations of the changed member. */
function* decide(given: Members, old: Members): Steps<readonly Association[]> {
  if (given.associations === null) return yield* associationsOf(given, old);
  if (isSameList(given.domains, old.domains)) return given.associations;
  if (yield* areEqual(given.associations, old.associations ?? [])) return yield* associationsOf(given, old);
  // A client that only knows associations sends no domains.
  if (given.domains.length > 0) yield* rejectContradiction(given.domains, given.associations);
  return given.associations;
}

/** Returns the former associations of the domains, and a new one for each other domain. */
function* associationsOf({ domains }: Members, { associations }: Members): Steps<Association[]> {
  const listed = new Set(domains);
  const result = (associations ?? []).filter(({ domain }) => listed.has(domain));
  const associated = yield* domainsOf(result);
  for (const domain of listed) {
    if (!associated.has(domain)) result.push({ domain });
    yield;
  }
  return result;
}

function* domainsOf(associations: readonly Association[]): Steps<Set<string>> {
  const domains = new Set<string>();
  for (const { domain } of associations) {
    domains.add(domain);
    yield;
  }
  return domains;
}

function* rejectContradiction(domains: readonly string[], associations: readonly Association[]): Steps<void> {
  const listed = new Set(domains);
  const associated = yield* domainsOf(associations);
  const alone =
    domains.find((one) => !associated.has(one)) ?? [...associated].find((one) => !listed.has(one));
  if (alone === undefined) return;
  throw new CatalogError(
    'INVALID_ASPECT',
    `the aspect domains contradicts itself: only one of domains and domainAssociations has ${quoted(alone)}. ` +
      'Change only one of them, or write the same domains in both',
  );
}

const isSameList = (some: readonly unknown[], others: readonly unknown[]) =>
  some.length === others.length && some.every((one, index) => one === others[index]);

/** Without regard to the order of members, as DataHub compares records. */
function* areEqual(some: readonly Association[], others: readonly Association[]): Steps<boolean> {
  if (some.length !== others.length) return false;
  for (const [index, one] of some.entries()) {
    if (!isDeepStrictEqual(one, others[index])) return false;
    yield;
  }
  return true;
}

const inOrder = (associations: readonly Association[]): readonly Association[] =>
  associations.some(isPropagated)
    ? [...associations.filter((one) => !isPropagated(one)), ...associations.filter(isPropagated)]
    : associations;

function isPropagated({ attribution }: Association): boolean {
  const detail = isObject(attribution) ? attribution.sourceDetail : null;
  const propagated = isObject(detail) ? detail.propagated : null;
  return typeof propagated === 'string' && propagated.toLowerCase() === 'true';
}
