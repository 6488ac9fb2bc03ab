import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { CatalogError, type Failure } from '../../../src/core/errors.js';
import { applyProposals } from '../../../src/ingest/apply-proposals.js';
import { parseProposal } from '../../../src/ingest/proposal.js';
import { Refusals } from '../../../src/ingest/refusals.js';
import { finish } from '../../../src/scheduling/steps.js';
import { storedAspects } from '../../../src/stored-aspects.js';
import { add, deletion, patchProposal, proposal, remove } from '../../support/aspects.js';
import { readSeed } from '../../support/random.js';

const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)';

/** Returns the result of proposals applied together. @throws the refusals */
function applyAll(inputs: readonly object[], texts: ReadonlyMap<string, string>, first = 0) {
  const proposals = inputs.map((input, index) => finish(parseProposal(storedAspects, input, first + index)));
  const after = new Map(texts);
  const refusals = new Refusals(inputs.length + 1);
  const { deleted, upserts } = finish(
    applyProposals(proposals, (_, name) => texts.get(name) ?? null, refusals),
  );
  refusals.throwIfAny();
  for (const { name } of deleted) after.delete(name);
  for (const { name, value } of upserts) after.set(name, JSON.stringify(value));
  return after;
}

function listFailures(error: unknown): readonly Failure[] {
  if (error instanceof CatalogError && error.batch) return error.batch.failures;
  throw error;
}

const outcome = (work: () => ReadonlyMap<string, string>) => {
  try {
    return JSON.stringify([...work()].sort());
  } catch (error) {
    const { index, reason } = listFailures(error)[0]!;
    return `proposals[${index}]: ${reason.replace(/; later proposals .*/, '')}`;
  }
};

const together = (inputs: readonly object[], texts: ReadonlyMap<string, string>) =>
  outcome(() => applyAll(inputs, texts));
const oneByOne = (inputs: readonly object[], texts: ReadonlyMap<string, string>) =>
  outcome(() =>
    inputs.reduce<ReadonlyMap<string, string>>(
      (before, input, index) => applyAll([input], before, index),
      texts,
    ),
  );

const key = fc.constantFrom('a', 'b', 'c');
const member = fc.constantFrom('owner', 'type', 'note', 'urn:li:tag:a', '0', '-');
const path = (...first: string[]) =>
  fc
    .tuple(fc.constantFrom(...first), fc.array(fc.oneof(key, member), { maxLength: 3 }))
    .map(([start, names]) => `/${[start, ...names].join('/')}`);

const element = fc.oneof(
  fc.record({ owner: key, type: key, note: key }, { requiredKeys: [] }),
  fc.record({ tag: key.map((name) => `urn:li:tag:${name}`), context: key }, { requiredKeys: [] }),
  fc.array(key, { maxLength: 2 }),
  key,
);
const operation = (...names: string[]) =>
  fc.oneof(
    fc.record({
      op: fc.constantFrom('add', 'add', 'add', 'replace', 'test'),
      path: path(...names),
      value: element,
    }),
    fc.record({ op: fc.constant('remove'), path: path(...names) }),
    fc.record({ op: fc.constantFrom('move', 'copy'), path: path(...names), from: path(...names) }),
  );
/** Aspects of a custom model: without a model, they are valid after every patch. */
const arrayKeys: Readonly<Record<string, object>> = {
  ourOwners: { owners: ['owner', 'type'] },
  ourSiblings: { siblings: [] },
};
const createPatch = (name: string, ...names: string[]) =>
  fc
    .tuple(
      fc.array(operation(...names), { minLength: 1, maxLength: 3 }),
      fc.option(fc.record({ list: fc.constantFrom([], ['owner'], ['owner', 'type']) }), { nil: undefined }),
    )
    .map(([patch, more]) =>
      patchProposal(urn, name, { patch, arrayPrimaryKeys: { ...arrayKeys[name], ...more } }),
    );

const whole = fc
  .tuple(fc.constantFrom('UPSERT', 'CREATE', 'UPDATE'), key)
  .map(([changeType, note]) =>
    proposal(urn, 'ourOwners', { owners: [{ owner: 'a', type: 'b', note }], list: ['a'] }, { changeType }),
  );
const gone = fc.constant(deletion(urn, 'ourOwners'));
const any = fc.oneof(
  { weight: 6, arbitrary: createPatch('ourOwners', 'owners', 'list', 'x') },
  { weight: 3, arbitrary: createPatch('ourSiblings', 'siblings', 'list') },
  { weight: 1, arbitrary: whole },
  { weight: 1, arbitrary: gone },
);

const documents = fc.record(
  {
    ourOwners: fc.record(
      { owners: fc.array(element, { maxLength: 4 }), list: fc.array(element, { maxLength: 4 }) },
      { requiredKeys: [] },
    ),
    ourSiblings: fc.record({ siblings: fc.array(key, { maxLength: 3 }) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

t.test('patches in one batch have the result of patches one after another', async (t) => {
  fc.assert(
    fc.property(documents, fc.array(any, { minLength: 2, maxLength: 6 }), (before, inputs) => {
      const texts = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
      equal(together(inputs, texts), oneByOne(inputs, texts));
    }),
    { seed: readSeed(t), numRuns: 1_500 },
  );
});

t.test('a batch sent again without the refused proposals leaves those that fail one by one', async (t) => {
  fc.assert(
    fc.property(documents, fc.array(any, { minLength: 2, maxLength: 8 }), (before, inputs) => {
      const texts = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
      let rest = inputs.map((input, at) => ({ input, at }));
      const refused: number[] = [];
      let repaired: ReadonlyMap<string, string> | null = null;
      while (repaired === null) {
        try {
          repaired = applyAll(
            rest.map(({ input }) => input),
            texts,
          );
        } catch (error) {
          const bad = new Set(listFailures(error).map(({ index }) => index));
          refused.push(...rest.filter((_, index) => bad.has(index)).map(({ at }) => at));
          rest = rest.filter((_, index) => !bad.has(index));
        }
      }
      const failing: number[] = [];
      let single: ReadonlyMap<string, string> = texts;
      for (const [at, input] of inputs.entries()) {
        try {
          single = applyAll([input], single);
        } catch (error) {
          listFailures(error);
          failing.push(at);
        }
      }
      deepEqual([refused.sort((a, b) => a - b), [...repaired].sort()], [failing, [...single].sort()]);
    }),
    { seed: readSeed(t), numRuns: 500 },
  );
});

const tag = (id: string) => `urn:li:tag:${id}`;
const tagging = (id: string, value: unknown = { tag: tag(id) }) =>
  patchProposal(urn, 'globalTags', [add(`/tags/${tag(id)}`, value)]);

t.test('the error names the patch after which an aspect does not fit its model', async (t) => {
  for (const wrong of [0, 1, 17, 99]) {
    const inputs = Array.from({ length: 100 }, (_, at) =>
      tagging(`t${at}`, at === wrong ? { tag: 'x' } : undefined),
    );
    t.match(
      together(inputs, new Map()),
      new RegExp(`^proposals\\[${wrong}\\]: the aspect globalTags does not fit`),
    );
    inputs.push(patchProposal(urn, 'globalTags', [{ op: 'test', path: '/tags', value: 1 }]));
    t.match(
      together(inputs, new Map()),
      new RegExp(`^proposals\\[${wrong}\\]: `),
      'also together with one that fails later',
    );
  }
  const repaired = [tagging('a', { tag: 'x' }), patchProposal(urn, 'globalTags', [remove('/tags/x')])];
  t.equal(together(repaired, new Map()), '[["globalTags","{\\"tags\\":[]}"]]', 'only the result has to fit');
});

t.test('the time of ten thousand patches or operations depends on the size of their documents', async (t) => {
  const ids = Array.from({ length: 10_000 }, (_, at) => `t${at}`);
  const texts = new Map([
    ['globalTags', JSON.stringify({ tags: ids.map((id) => ({ tag: tag(`old${id}`) })) })],
  ]);
  const after = applyAll(
    ids.map((id) => tagging(id)),
    texts,
  );
  const operations = ids.map((id) => add(`/tags/${tag(id)}`, { tag: tag(id) }));
  const began = performance.now();
  t.strictSame(after, applyAll([patchProposal(urn, 'globalTags', operations)], texts));
  t.comment(`${Math.round(performance.now() - began)} ms for 10,000 operations`);
});
