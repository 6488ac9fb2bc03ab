import { type Choose, chooseBy } from '../support/random.js';
import type { Action, Args } from './action.js';
import { ofAdministrators, ofCallers } from './actions.js';
import { callers } from './actions-on-access.js';
import { domains, people, tags, terms } from './world.js';

/** One request of a run. The steps of a lane are sent one after the other, those of different lanes concurrently. */
export interface Step {
  readonly number: number;
  /** A caller, or an administrator. */
  readonly lane: string;
  /** Which process answers it. */
  readonly process: number;
  readonly action: string;
  readonly args: Args;
  /** After so many ms the client goes away without the answer, and sends the request again. */
  readonly lostAfterMs?: number;
  /** With a token that may have ended. */
  readonly isOldToken?: true;
}

/** Everything that a run does: first its setup, one step after the other, then the other steps. */
export interface Script {
  readonly seed: number;
  readonly setup: readonly Step[];
  readonly steps: readonly Step[];
}

/** Each administrator sets the factors of callers of its own, so that their order is known. */
export const administrators = ['admin 1', 'admin 2'];

function chooser(actions: Readonly<Record<string, Action>>) {
  const names = Object.entries(actions).flatMap(([name, { weight }]) => Array<string>(weight).fill(name));
  return ({ pick }: Choose) => pick(names);
}
const [chooseForCaller, chooseForAdministrator] = [chooser(ofCallers), chooser(ofAdministrators)];

function planSetup(): Step[] {
  const steps: Omit<Step, 'number' | 'lane' | 'process'>[] = [
    ...callers.flatMap((caller) => [
      { action: 'createUser', args: { caller } },
      { action: 'createGroup', args: { caller } },
      ...(['Member', 'AssetsPolicy', 'TagsPolicy', 'Active'] as const).map((name) => ({
        action: `set${name}`,
        args: { caller, on: true, factor: name.replace('Policy', '').toLowerCase() },
      })),
      { action: 'createToken', args: { caller } },
    ]),
    { action: 'ingestNamed', args: { urns: [...people, ...domains, ...terms] } },
    ...tags.map((urn) => ({
      action: 'createTag',
      args: { urn, name: 'Kept', description: 'from the setup' },
    })),
  ];
  return steps.map((step, index) => ({ number: index - steps.length, lane: 'setup', process: 0, ...step }));
}

/** Returns the same script for the same arguments. */
export function planScript(seed: number, operations: number, processes: number): Script {
  const choose = chooseBy(seed);
  const { below, pick } = choose;
  const steps = Array.from({ length: operations }, (_, number): Step => {
    const process = below(processes);
    if (below(8) === 0) {
      const index = below(administrators.length);
      const caller = pick(callers.filter((_, one) => one % administrators.length === index));
      const action = chooseForAdministrator(choose);
      const args = ofAdministrators[action]!.plan(choose, number, caller);
      return { number, lane: administrators[index]!, process, action, args };
    }
    const lane = pick(callers);
    const action = chooseForCaller(choose);
    const args = ofCallers[action]!.plan(choose, number, lane);
    return {
      ...{ number, lane, process, action, args },
      ...(below(40) === 0 && { lostAfterMs: below(12) }),
      ...(below(25) === 0 && { isOldToken: true }),
    };
  });
  return { seed, setup: planSetup(), steps };
}
