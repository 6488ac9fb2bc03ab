import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Policy } from '../core/policy.js';
import { type PolicyCompiler, policyCompiler, type Rights } from '../core/rights.js';
import type { PolicyStore } from './store.js';

/** The policies as of a version that was read with the caller's row, in the same request. */
export type ReadRights = (version: number) => Promise<Rights>;

interface Compiled {
  readonly version: number;
  readonly rights: Rights;
}

/**
 * Compiles the policies once a version, for all requests that ask meanwhile. The version comes with every request, so a
 * changed policy holds from the next request on, on every replica, and nothing needs to be invalidated.
 */
export function rightsReader(store: Pick<PolicyStore, 'load' | 'page'>): ReadRights {
  let compiled: Compiled | undefined;
  let underWay: Promise<Compiled> | undefined;

  function begin(): Promise<Compiled> {
    const own = compile(store)
      .then((result) => {
        compiled = result;
        return result;
      })
      .finally(() => {
        underWay = undefined;
      });
    underWay = own;
    return own;
  }

  return async (version) => {
    if (compiled?.version === version) return compiled.rights;
    // One that had begun before may have read what was there before.
    const shared = underWay && (await underWay);
    if (shared && shared.version >= version) return shared.rights;
    return (await (underWay ?? begin())).rights;
  };
}

/** Pages of one version, or all in one statement where the policies change faster than pages are read. */
async function compile(store: Pick<PolicyStore, 'load' | 'page'>): Promise<Compiled> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const compiled = await compilePages(store);
    if (compiled) return compiled;
  }
  const { version, policies } = await store.load();
  const compiler = policyCompiler();
  await addAll(compiler, policies);
  return { version, rights: compiler.rights };
}

/** @returns null when a policy changed in between */
async function compilePages(store: Pick<PolicyStore, 'page'>): Promise<Compiled | null> {
  const compiler = policyCompiler();
  let page = await store.page(null);
  for (;;) {
    await addAll(compiler, page.policies);
    if (page.next === null) return { version: page.version, rights: compiler.rights };
    const { version } = page;
    page = await store.page(page.next);
    if (page.version !== version) return null;
  }
}

/** What is compiled in some milliseconds. */
const turnEntries = 10_000;

/** Lets others run after a while, and at the end. */
async function addAll(compiler: PolicyCompiler, policies: readonly Policy[]): Promise<void> {
  let entries = 0;
  for (const policy of policies) {
    if (entries > turnEntries) {
      entries = 0;
      await nextTurn();
    }
    compiler.add(policy);
    entries += policy.actors.users.length + policy.resources.urns.length;
  }
  if (policies.length > 0) await nextTurn();
}
