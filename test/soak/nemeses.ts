import { setTimeout as sleep } from 'node:timers/promises';
import type { Deployment, Need } from './deployment.js';

interface Nemesis {
  /** What the deployment must have. */
  readonly needs?: readonly Need[];
  /** How often it acts in a run. */
  readonly pulses: number;
  /** ms that the clock of the first process is ahead, all the time. */
  readonly aheadMs?: number;
  act(on: Deployment): Promise<void>;
}

const restart = async ({ services }: Deployment, from: number, to: number) => {
  const some = services.slice(from, to);
  await Promise.all(some.map((one) => one.kill()));
  await Promise.all(some.map((one) => one.start()));
};

/** What happens to the service and its database during a run, by name. */
export const nemeses = {
  'kill-one': { pulses: 6, act: (on) => restart(on, 0, 1) },
  'kill-all': { pulses: 4, act: (on) => restart(on, 0, on.services.length) },
  'kill-postgresql': {
    ...{ needs: ['postgresql'], pulses: 5 },
    async act({ postgresql }) {
      await postgresql!.kill();
      await postgresql!.start();
    },
  },
  'pause-postgresql': {
    ...{ needs: ['postgresql'], pulses: 2 },
    act: ({ postgresql }) => postgresql!.pause(30_000),
  },
  'full-disk': {
    ...{ needs: ['disk'], pulses: 3 },
    async act({ disk, postgresql }) {
      disk!.fill(0);
      await sleep(3_000);
      disk!.empty();
      // PostgreSQL ends when it cannot write its log.
      await postgresql?.kill();
      await postgresql?.start();
    },
  },
  'cut-connections': {
    ...{ needs: ['postgresql', 'wire'], pulses: 30 },
    act: async ({ wire }) => wire!.cut(),
  },
  'slow-database': {
    ...{ needs: ['postgresql', 'wire'], pulses: 3 },
    act: ({ wire }) => wire!.slowDown(40, 5_000),
  },
  'clock-aside': { pulses: 0, aheadMs: 90_000, act: async () => {} },
  'rolling-restart': {
    pulses: 3,
    async act({ services }) {
      for (const one of services) {
        await one.stop();
        await one.start();
      }
    },
  },
  'rolling-upgrade': {
    ...{ needs: ['earlier release'], pulses: 1 },
    async act({ services }) {
      for (const one of services) {
        await one.stop();
        await one.start();
        // Both releases serve the same database meanwhile.
        await sleep(5_000);
      }
    },
  },
} as const satisfies Record<string, Nemesis>;

/** Those that meet in practice. */
export const pairs = [
  'kill-one+cut-connections',
  'kill-one+slow-database',
  'kill-postgresql+rolling-restart',
  'slow-database+clock-aside',
  'pause-postgresql+kill-all',
] as const;

/** @throws Error for a name that is not there */
export function findNemeses(names: string | undefined): readonly Nemesis[] {
  return (names ?? '')
    .split('+')
    .filter(Boolean)
    .map((name) => {
      const one = new Map<string, Nemesis>(Object.entries(nemeses)).get(name);
      if (!one) throw new Error(`Unknown nemesis ${name}; known are ${Object.keys(nemeses).join(', ')}`);
      return one;
    });
}

/** Lets a nemesis act at even distances of a run. `onStep` says how many steps are over. */
export function unleash(all: readonly Nemesis[], on: Deployment, steps: number) {
  let over = 0;
  let isEnded = false;
  const acted: number[] = [];
  const lives = all.map(async ({ pulses, act }, index) => {
    acted[index] = 0;
    for (let pulse = 1; pulse <= pulses; pulse += 1) {
      while (!isEnded && over < (steps * pulse) / (pulses + 1)) await sleep(5);
      if (isEnded) return;
      await act(on);
      acted[index] += 1;
    }
  });
  return {
    onStep: (count: number) => {
      over = count;
    },
    /** Resolves with how often each has acted, when the service is whole again. */
    async end(): Promise<readonly number[]> {
      isEnded = true;
      await Promise.all(lives);
      return acted;
    },
  };
}
