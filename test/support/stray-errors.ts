/**
 * Loaded before a process of tests (`--import`). To know to which test an uncaught error belongs, TAP follows each
 * promise and callback with a hook, which takes an eighth of the processor time of all tests. Without it, an uncaught
 * error fails the test that runs: the tests of a process run one after another.
 */
import hooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import type { Base, Test } from 'tap';

const { createHook } = hooks;
const none: hooks.AsyncHook = { enable: () => none, disable: () => none };
hooks.createHook = () => none;
syncBuiltinESMExports();
const { default: root } = await import('tap');
// Hooks of the tests themselves, such as the one that counts runs of argon2, work as ever.
hooks.createHook = createHook;
syncBuiltinESMExports();

process.on('uncaughtException', (thrown: unknown, tapCaught) => {
  let running: Test = root;
  // One that starts a process has no tests of its own.
  for (let one: Base | undefined = root; one; [one] = running.activeSubtests ?? []) running = one as Test;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  process.exitCode = 1;
  running.threw(Object.assign(error, { tapCaught }));
});
