import type { Choice } from './play.js';
import { areIndependent } from './statement-kind.js';

/** A player whose next step was tried before: the same in both orders until a step that it depends on. */
type Asleep = readonly Choice[];

/** An order that is still to try. */
interface Branch {
  /** The players of the first steps. */
  readonly players: readonly number[];
  readonly asleep: Asleep;
}

/** One order, which the choices of a run follow or find. */
export interface Order {
  choose(choices: readonly Choice[]): Choice;
  /** The steps so far. */
  readonly steps: readonly Choice[];
  /** Whether another order has the same results, step by step. */
  readonly isRepeated: boolean;
}

/**
 * Finds all orders of the steps of several players, each a little different from one that was run before. Two orders that
 * differ only in the order of independent steps count as one (the sleep sets of partial-order reduction). Those in which
 * the players take fewer turns come first.
 */
export function allOrders() {
  const toTry: Branch[][] = [[{ players: [], asleep: [] }]];

  function follow({ players, asleep: first }: Branch, turns: number): Order {
    const steps: Choice[] = [];
    let asleep = first;
    let isRepeated = false;

    function branch(choices: readonly Choice[], chosen: Choice) {
      const last = steps.at(-1)?.player;
      const before = [...asleep, chosen];
      for (const choice of choices) {
        if (choice === chosen) continue;
        const isTurn = choices.some(({ player }) => player === last) && choice.player !== last;
        const level = turns + (isTurn ? 1 : 0);
        toTry[level] ??= [];
        toTry[level].push({
          players: [...steps.map(({ player }) => player), choice.player],
          asleep: before.filter(({ kind }) => areIndependent(kind, choice.kind)),
        });
        before.push(choice);
      }
    }

    function find(choices: readonly Choice[]): Choice {
      const awake = choices.filter(({ player }) => !asleep.some((one) => one.player === player));
      const last = steps.at(-1)?.player;
      const preferred = (among: readonly Choice[]) =>
        among.find(({ player }) => player === last) ?? among[0]!;
      if (awake.length === 0) isRepeated = true;
      if (isRepeated) return preferred(choices);
      const chosen = preferred(awake);
      branch(awake, chosen);
      asleep = asleep.filter(({ kind }) => areIndependent(kind, chosen.kind));
      return chosen;
    }

    return {
      steps,
      get isRepeated() {
        return isRepeated;
      },
      choose(choices) {
        const next = players[steps.length];
        const chosen = next === undefined ? find(choices) : choices.find(({ player }) => player === next);
        if (!chosen) throw new Error(`the steps of player ${next} differ from those of the run before`);
        steps.push(chosen);
        return chosen;
      },
    };
  }

  return {
    /** Returns the next order to run; undefined: all were run. */
    next(): Order | undefined {
      const turns = toTry.findIndex((branches) => branches?.length > 0);
      return turns < 0 ? undefined : follow(toTry[turns]!.shift()!, turns);
    },
    /** How many orders are known and were not run. Each can lead to more. */
    countLeft: () => toTry.flat().length,
  };
}
