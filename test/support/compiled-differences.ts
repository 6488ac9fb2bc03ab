import { parse } from 'graphql';
import type { Test } from 'tap';
import { isCompilable } from '../../src/graphql/compilable.js';
import { everyOperation } from './every-operation.js';
import { observedStore } from './observed-store.js';
import { type FormName, listCases } from './operation-documents.js';

/** How many runs go before the one that compiles a document (`jit` in src/graphql/plugin.ts). */
const runsBefore = 3;

/**
 * Tests that a document that was sent often is answered and executed as graphql-js does. Every operation is sent to two
 * equal stores: to one in documents that are new, so that graphql-js executes them, and to the other in documents that
 * were sent often. Each argument, and each member of the objects in them, is given, left out and null.
 *
 * @param forms which forms of a document; default: all
 * @returns how many operations were seen compiled: a resolver that is called after the validation of its input does not
 *   show who called it
 */
export async function compiledDifferences(t: Test, forms?: readonly FormName[]): Promise<number> {
  // Later than what the database has recorded of the sample, in whichever order the stores are made.
  const start = Date.now() + 3_600_000;
  const interpreting = await observedStore(t, start);
  const compiling = await observedStore(t, start);
  const compiled = new Set<string>();
  let made = 0;
  let requests = 0;

  for (const operation of everyOperation()) {
    const make = () => {
      made += 1;
      return Promise.all([
        interpreting.make(operation.name, made),
        compiling.make(operation.name, made),
      ] as const);
    };
    const isMutation = operation.root === 'mutation';
    const first = await make();
    const cases = [...listCases(operation, first[1], forms)];
    const differences: string[] = [];
    for (const [index, { text: fresh }] of [...listCases(operation, first[0], forms)].entries()) {
      const { form, text, states } = cases[index]!;
      const mayCompile = isCompilable(parse(text));
      for (let run = 0; run < runsBefore; run += 1) await compiling.send(text, {}, 'another');
      // graphql-js executes the other documents in both stores.
      for (const { label, variables } of mayCompile ? states : states.slice(0, 2)) {
        requests += 1;
        const [here, there] = isMutation && states.length > 1 ? await make() : first;
        const [expected, found] = await Promise.all([
          // What follows a document makes it another one, and changes no position in it.
          interpreting.send(`${fresh} # ${requests}`, variables(here)),
          compiling.send(text, variables(there)),
        ]);
        if (found.isCompiled) compiled.add(operation.name);
        if (expected.isCompiled || (found.isCompiled && !isCompilable(parse(text))))
          t.fail(`compiled: ${text}`);
        const [wanted, got] = [expected, found].map(({ answer, calls }) => `${answer}\n${calls}`);
        if (wanted !== got) differences.push([form, label, wanted, got].join('\n'));
      }
    }
    t.strictSame([differences.length, ...differences.slice(0, 3)], [0], operation.name);
  }
  const [wanted, got] = await Promise.all([interpreting.rows(), compiling.rows()]);
  t.strictSame(without(got, wanted), [], 'rows that the mutations left');
  t.strictSame(without(wanted, got), [], 'rows that the mutations should have left');
  t.comment(`${requests} requests`);
  return compiled.size;
}

function without(rows: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return rows.filter((row) => !known.has(row)).slice(0, 5);
}
