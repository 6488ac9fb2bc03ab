import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { newTokenText } from '../../src/access-tokens/token-format.js';
import { mayHoldToken, writeTokenFile } from '../../src/startup/token-file.js';

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

function withUmask(t: Test, umask: number) {
  const before = process.umask(umask);
  t.teardown(() => process.umask(before));
}

t.test('11.7: only its owner can read the file, with any umask and any previous file', async (t) => {
  for (const umask of [0, 0o022, 0o077, 0o277, 0o777]) {
    t.test(`umask ${umask.toString(8)}`, async (t) => {
      const folder = t.testdir({ old: 'the old one' });
      chmodSync(join(folder, 'old'), 0o666);
      withUmask(t, umask);
      for (const file of [join(folder, 'old'), join(folder, 'new'), join(folder, 'made', 'new')]) {
        writeTokenFile(file, 'the text');
        t.same([mode(file), readFileSync(file, 'utf8')], ['600', 'the text\n'], file);
      }
      t.equal(mode(join(folder, 'made')), '700');
      t.same(readdirSync(folder).sort(), ['made', 'new', 'old'], 'no other file remains');
    });
  }
});

t.test('11.7: a symbolic link at its path is replaced, not followed', async (t) => {
  const folder = t.testdir({ victim: 'untouched', real: {} });
  for (const [name, target] of Object.entries({ link: 'victim', dangling: 'nothing', loop: 'loop' })) {
    const file = join(folder, name);
    symlinkSync(join(folder, target), file);
    // The same for a link at the path of the temporary file.
    symlinkSync(join(folder, 'victim'), `${file}.unfinished`);
    writeTokenFile(file, 'the text');
    t.ok(lstatSync(file).isFile(), name);
    t.same([mode(file), readFileSync(file, 'utf8')], ['600', 'the text\n']);
  }
  t.equal(readFileSync(join(folder, 'victim'), 'utf8'), 'untouched');
  t.notOk(existsSync(join(folder, 'nothing')));

  symlinkSync(join(folder, 'real'), join(folder, 'folder'));
  writeTokenFile(join(folder, 'folder', 'token'), 'the text');
  t.equal(readFileSync(join(folder, 'real', 'token'), 'utf8'), 'the text\n', 'the folder may be a link');
});

t.test('11.6: a path that can not be written is reported in one line with the fix', async (t) => {
  const folder = t.testdir({ file: 'no folder', folder: {} });
  for (const file of [join(folder, 'file', 'token'), join(folder, 'folder'), '/dev/null']) {
    t.throws(() => writeTokenFile(file, 'the text'), {
      name: 'StartupError',
      message: new RegExp(
        `^The first access token cannot be written to ${file} by user .+ \\(uid \\d+\\): [^\\n]+ Set ` +
          'BOOTSTRAP_TOKEN_FILE to a file, or DATA_DIR to a folder, that this user can write\\.$',
      ),
    });
  }
  t.ok(lstatSync('/dev/null').isCharacterDevice(), 'a device is not replaced');
  t.same(readdirSync(folder).sort(), ['file', 'folder']);
});

t.test('11.6: mayHoldToken says whether a file may hold a token', async (t) => {
  const { id, text } = newTokenText(new Uint8Array(12).fill(1), new Uint8Array(20));
  const other = newTokenText(new Uint8Array(12).fill(2), new Uint8Array(20)).text;
  const folder = t.testdir({
    it: `${text}\n`,
    other,
    cut: text.slice(0, -1),
    long: ' '.repeat(9_999),
    dir: {},
  });
  t.ok(mayHoldToken(join(folder, 'it'), id));
  for (const name of ['other', 'cut', 'long', 'dir', 'missing', 'it/below']) {
    t.notOk(mayHoldToken(join(folder, name), id), name);
  }
  const closed = join(folder, 'closed');
  mkdirSync(closed);
  writeFileSync(join(closed, 'it'), other);
  chmodSync(closed, 0);
  t.equal(mayHoldToken(join(closed, 'it'), id), process.getuid?.() !== 0, 'an unreadable file may hold it');
  chmodSync(closed, 0o700);
});
