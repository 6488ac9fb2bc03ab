import t from 'tap';
import { aspectCatalog, proposal } from '../support/aspects.js';
import { containerUrn, datasetUrn } from '../support/metadata.js';
import { countStatements } from '../support/statements.js';

const { batch, read, writer } = await aspectCatalog(t);

const write = async (...proposals: object[]) => {
  const { status, body } = await batch(proposals);
  if (status !== 200) throw new Error(JSON.stringify(body));
};
const inside = (urn: string, container: string) => proposal(urn, 'container', { container });
const document = `query ($urn: String!) { entity(urn: $urn) {
  ... on Asset { parentContainers { count containers { urn displayName } } } } }`;
const around = async (urn: string) => (await read(document, { urn })).entity.parentContainers;

const levels = Array.from({ length: 40 }, (_, level) => containerUrn(`level-${level}`));
const none = { count: 0, containers: [] };

t.before(() =>
  write(
    ...levels.map((urn, level) => proposal(urn, 'containerProperties', { name: `Level ${level}` })),
    ...levels.slice(1).map((urn, level) => inside(levels[level]!, urn)),
    inside(datasetUrn('deep'), levels[0]!),
  ),
);

t.test('the containers around an entity, the nearest first, at most 32', async (t) => {
  t.strictSame(await around(datasetUrn('deep')), {
    count: 32,
    containers: levels.slice(0, 32).map((urn, level) => ({ urn, displayName: `Level ${level}` })),
  });
  t.strictSame((await around(levels[38]!)).containers, [{ urn: levels[39], displayName: 'Level 39' }]);
  t.strictSame(await around(levels[39]!), none);
});

t.test('a container that does not exist is left out, and a cycle ends', async (t) => {
  const [one, two] = [containerUrn('one'), containerUrn('two')];
  await write(
    inside(datasetUrn('lost'), containerUrn('nowhere')),
    ...[inside(one, two), inside(two, one), inside(datasetUrn('round'), one)],
  );
  t.strictSame(await around(datasetUrn('lost')), none);
  const urns = async (urn: string) => (await around(urn)).containers.map((each: { urn: string }) => each.urn);
  t.strictSame(await urns(datasetUrn('round')), [one, two]);
  t.strictSame(await urns(one), [two]);
});

t.test('100 entities are shown with about as many statements as one', async (t) => {
  const urns = Array.from({ length: 100 }, (_, index) => datasetUrn(`page-${index}`));
  await write(...urns.map((urn) => inside(urn, levels[36]!)));
  const shown = `query ($urns: [String!]!) { entities(urns: $urns) { displayName description removed
    owners { displayName } ... on Asset { parentContainers { containers { displayName } } } } }`;
  const count = async (some: readonly string[]) =>
    (await countStatements(() => read(shown, { urns: some }))).statements;
  await count(urns);
  const one = await count(urns.slice(0, 1));
  const many = await count(urns);
  t.ok(many <= one + 3, `${one} statements for one entity, ${many} for 100`);
});

t.test('containers around containers around containers: 5,000 in a request', async (t) => {
  const nested = (depth: number): string =>
    depth === 0 ? 'urn' : `parentContainers { containers { ${nested(depth - 1)} } }`;
  const ask = (depth: number) =>
    countStatements(() => writer.graphql(`{ container(urn: "${levels[0]}") { ${nested(depth)} } }`));
  t.equal((await ask(2)).result.body.errors, undefined);
  const { statements, result } = await ask(4);
  t.match(result.body.errors?.[0].message, /reads more than 5000 relationships, containers, runs/);
  t.ok(statements < 200, `${statements} statements`);
});
