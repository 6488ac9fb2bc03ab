import type { Asks } from '../../core/standing.js';
import { shared } from '../../scheduling/shared.js';
import { runInTurns, type Steps } from '../../scheduling/steps.js';
import type { Policy } from '../policy.js';
import type { PolicyStore } from '../store.js';
import { type PolicyCompiler, policyCompiler, type Rights } from './compiler.js';

/**
 * Returns the rights of the policies at a version, which the same request has read with its actor.
 *
 * @param tx the transaction that has read the version. Its policies are read there and not shared: the embedded database
 *   has one connection, and what a transaction has not committed may never be
 */
export type ReadRights = (version: number, tx?: Asks) => Rights | Promise<Rights>;

interface Compiled {
  readonly version: number;
  readonly rights: Rights;
}

/**
 * Compiles the policies once per version, for all concurrent requests. Every request reads the version, so a changed
 * policy applies from the next request on, on every replica, without invalidation.
 */
export function rightsReader(store: PolicyStore, storeIn: (tx: Asks) => PolicyStore): ReadRights {
  let compiled: Compiled | undefined;
  const compileNow = shared(async () => {
    compiled = await compile(store);
    return compiled;
  });

  async function read(version: number, tx: Asks | undefined): Promise<Rights> {
    if (tx) return (await compile(storeIn(tx))).rights;
    const first = await compileNow();
    // A compilation that started before the change may have read the older policies.
    return first.version >= version ? first.rights : (await compileNow()).rights;
  }

  return (version, tx) => (compiled?.version === version ? compiled.rights : read(version, tx));
}

/** Reads the policies by the page, or in one statement if they change faster than pages are read. */
async function compile(store: PolicyStore): Promise<Compiled> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const compiled = await compilePages(store);
    if (compiled) return compiled;
  }
  const { version, policies } = await store.load();
  const compiler = policyCompiler();
  await runInTurns(addAll(compiler, policies));
  return { version, rights: compiler.rights };
}

/** Returns null when a policy has changed between two pages. */
async function compilePages(store: Pick<PolicyStore, 'page'>): Promise<Compiled | null> {
  const compiler = policyCompiler();
  let page = await store.page(null);
  for (;;) {
    await runInTurns(addAll(compiler, page.policies));
    if (page.next === null) return { version: page.version, rights: compiler.rights };
    const { version } = page;
    page = await store.page(page.next);
    if (page.version !== version) return null;
  }
}

function* addAll(compiler: PolicyCompiler, policies: readonly Policy[]): Steps<void> {
  for (const policy of policies) {
    yield;
    yield* compiler.add(policy);
  }
}
