import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { changeInBatches, type ResourceInput } from './batch.js';
import type { Client } from './client.js';
import type { Call } from './command.js';
import { addTo } from './remote-command.js';
import type { Changeable } from './resources.js';

interface Verb {
  readonly changeable: Changeable;
  send(catalog: Client, urn: string, resources: ResourceInput[]): Promise<unknown>;
}

interface Attached {
  /** The argument of the command, and the member of its JSON: one word. */
  readonly argument: string;
  readonly noun: string;
  readonly verbs: Readonly<Record<'add' | 'remove', Verb>>;
  /** The arguments of examples. */
  readonly examples: readonly string[];
  find(text: string, call: Call): Promise<string>;
}

const words = {
  add: {
    describe: (noun: string) => `add a ${noun} to entities and columns`,
    done: (urn: string, what: string) => `Added ${urn} to ${what}.`,
    unchanged: (name: string) => `What has the ${name} already does not change.`,
  },
  remove: {
    describe: (noun: string) => `remove a ${noun} from entities and columns`,
    done: (urn: string, what: string) => `Removed ${urn} from ${what}.`,
    unchanged: (name: string) => `What does not have the ${name} does not change.`,
  },
} as const;

/** Adds the commands that add something, such as a tag, to entities and columns, and remove it there. */
export function attachCommands(
  parent: Command,
  deps: Dependencies,
  { argument, noun, verbs, examples, find }: Attached,
): void {
  const add = addTo(parent, deps);
  for (const verb of ['add', 'remove'] as const) {
    const { send, changeable } = verbs[verb];
    const { describe, done, unchanged } = words[verb];
    const lines = examples.map((given) => `catalog ${parent.name()} ${verb} ${given}`);
    changeInBatches(add(`${verb} <${argument}> <entities...>`, describe(noun), lines), {
      changeable,
      notes: `The ${argument} is an id, a URN or a name that only one ${argument} has. ${unchanged(argument)}`,
      async edit(call, _, text: string) {
        const urn = await find(text, call);
        return {
          send: (resources) => send(call.catalog, urn, resources),
          done: (what) => done(urn, what),
          members: { [argument]: urn },
        };
      },
    });
  }
}
