import type { Finding } from './audit/audit.js';
import type { Script, Step } from './script.js';

/** Runs of one shorter script before it counts as one that passes: timing decides, too. */
const tries = 3;

/**
 * Looks for a shorter script that fails: first without what came after the findings, then without parts that are halved
 * (delta debugging, Zeller 1999).
 *
 * @param fails plays a script and tells whether the audit finds something
 */
export async function shrink(
  script: Script,
  findings: readonly Finding[],
  fails: (script: Script) => Promise<boolean>,
): Promise<Script> {
  async function failsOnce(steps: readonly Step[]): Promise<boolean> {
    for (let one = 0; one < tries; one += 1) if (await fails({ ...script, steps })) return true;
    return false;
  }
  let steps = script.steps;
  const last = Math.max(...findings.map(({ step }) => step ?? Number.POSITIVE_INFINITY));
  const upTo = steps.filter(({ number }) => number <= last);
  if (upTo.length < steps.length && (await failsOnce(upTo))) steps = upTo;
  for (let parts = 2; steps.length > 1 && parts <= steps.length; ) {
    const size = Math.ceil(steps.length / parts);
    let isShorter = false;
    for (let from = 0; from < steps.length; from += size) {
      const without = [...steps.slice(0, from), ...steps.slice(from + size)];
      if (!(await failsOnce(without))) continue;
      steps = without;
      isShorter = true;
      break;
    }
    if (isShorter) parts = Math.max(2, parts - 1);
    else if (size === 1) break;
    else parts = Math.min(steps.length, parts * 2);
  }
  return { ...script, steps };
}
