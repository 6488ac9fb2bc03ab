import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { warningTeller } from '../../../src/cli/remote/service-warnings.js';
import { commandLine } from '../../support/command-line.js';

const policy = {
  ...{ type: 'PLATFORM', displayName: 'p', description: '', state: 'ACTIVE', privileges: ['CREATE_TAGS'] },
  actors: { users: ['urn:li:corpuser:zoë'], resourceOwners: false, allUsers: false, allGroups: false },
};

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 1);

/**
 * Commands one after the other. @param isWritable whether their folder can be made
 * @returns a function that runs one at a time and returns what it printed
 */
function commands(t: Test, isWritable = true) {
  const parent = isWritable ? t.testdir() : join(t.testdir({ parent: '' }), 'parent');
  const configFolder = join(parent, 'catalog');
  return {
    file: join(configFolder, 'told.json'),
    async told(time: number, ...texts: string[]) {
      const lines: string[] = [];
      const tell = warningTeller({
        info: (line) => lines.push(line),
        session: { configFolder, now: () => time },
      });
      for (const text of texts) await tell(new Headers([['warning', `299 - "${text}"`]]));
      return lines;
    },
  };
}

const ending = (id: string) =>
  `The access token ${id} ends at 2026-01-02T00:00:00.000Z; use its replacement, or create one with rotateAccessToken`;
const line = (id: string) =>
  `warning: the access token ${id} expires at 2026-01-02T00:00:00.000Z: \`catalog token rotate\` replaces it`;

t.test('the end of a token is told once a day, whatever commands run', async (t) => {
  const { told, file } = commands(t);
  t.strictSame(await told(start, ending('a'), ending('a'), 'other', 'other'), [line('a'), 'warning: other']);
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.strictSame(await told(start + 1, ending('a'), 'other'), ['warning: other']);
  t.strictSame(await told(start + 2, ending('b')), [line('b')], 'another token');
  t.strictSame(await told(start + 24 * hour - 1, ending('a'), ending('b')), []);
  t.strictSame(await told(start + 24 * hour, ending('a')), [line('a')]);
  t.strictSame(await told(start + 72 * hour, ending('c')), [line('c')]);
  t.strictSame(Object.keys(JSON.parse(readFileSync(file, 'utf8'))), ['c'], 'the file does not grow');
  t.strictSame(await told(start, ending('c')), [line('c')], 'the clock was set back');
});

t.test('a damaged file, and a folder that cannot be written, keep no warning back', async (t) => {
  const { told, file } = commands(t);
  await told(start, ending('a'));
  for (const text of ['', '[]', '{"a": "x"}', '{"__proto__": 1}', 'null']) {
    writeFileSync(file, text);
    t.strictSame(await told(start, ending('a')), [line('a')], text);
  }
  const { told: elsewhere } = commands(t, false);
  for (const _ of [1, 2]) t.strictSame(await elsewhere(start, ending('a')), [line('a')]);
});

t.test("the catalog command tells of the end of its token, and of the service's warnings", async (t) => {
  const { run, db, folder } = await commandLine(t);
  const quiet = await run(['status']);
  t.strictSame([quiet.exitCode, quiet.stderr], [0, '']);
  await db.query(
    `UPDATE access_tokens SET created_at = created_at - ${25 * 24 * hour}, expires_at = expires_at - ${25 * 24 * hour}`,
  );
  const warned = await run(['status']);
  t.match(warned, { exitCode: 0 });
  t.match(
    warned.stderr,
    /^warning: the access token \w+ expires at \S+: `catalog token rotate` replaces it\n$/,
  );
  t.equal((await run(['status'])).stderr, '');
  writeFileSync(
    join(folder, 'policies.yaml'),
    JSON.stringify([{ urn: 'urn:li:dataHubPolicy:p', info: policy }]),
  );
  const imported = await run(['policy', 'import', join(folder, 'policies.yaml')]);
  t.match(
    imported.stderr,
    /warning: urn:li:dataHubPolicy:\S+: these users .* do not exist here: urn:li:corpuser:zoë\n/,
  );
});
