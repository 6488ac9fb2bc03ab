import { execFileSync, spawn } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { decodeTexts, readTextFile, readTextFileSync } from '../../src/files/text-file.js';
import { checkReadable, describeFileError } from '../../src/files/unreadable-file.js';

const mark = '\uFEFF';
const text = 'DATABASE_URL=postgresql://é@h/€😀\r\n';
const bigEndian = (given: string) => Buffer.from(given, 'utf16le').swap16();

/** Reads a file with both readers, which must agree. */
async function readBoth(t: Test, path: string, maxBytes = 1_000): Promise<string> {
  const outcome = async (read: () => string | Promise<string>) => {
    try {
      return await read();
    } catch (error) {
      return `${error}`;
    }
  };
  const found = await outcome(() => readTextFile(path, maxBytes));
  t.equal(await outcome(() => readTextFileSync(path, maxBytes)), found);
  return found;
}

t.test('a byte order mark selects the encoding and is removed', async (t) => {
  const file = join(t.testdir(), 'file');
  for (const [name, bytes] of [
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(mark + text)],
    ['UTF-16, little endian', Buffer.from(mark + text, 'utf16le')],
    ['UTF-16, big endian', bigEndian(mark + text)],
  ] as const) {
    writeFileSync(file, bytes);
    t.equal(await readBoth(t, file), text, name);
    for (const size of [1, 2, 3, 5]) {
      const chunks = async function* () {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      };
      let read = '';
      for await (const part of decodeTexts(chunks(), 'x')) read += part;
      t.equal(read, text, `${name} in chunks of ${size}`);
    }
  }
  for (const [short, expected] of [
    ['', ''],
    ['a', 'a'],
    [mark, ''],
  ] as const) {
    writeFileSync(file, short);
    t.equal(await readBoth(t, file), expected);
  }
});

t.test('other encodings are refused, with the path and without the content', async (t) => {
  const file = join(t.testdir(), 'file');
  for (const [name, bytes] of [
    ['UTF-16 without a mark, little endian', Buffer.from('secret=1', 'utf16le')],
    ['UTF-16 without a mark, big endian', bigEndian('secret=1')],
    ['UTF-32, little endian', Buffer.concat([Buffer.of(0xff, 0xfe, 0, 0), Buffer.from('a\0\0\0')])],
    ['UTF-32, big endian', Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61])],
    ['Latin-1', Buffer.from('secret=é', 'latin1')],
    ['half a character at the end', Buffer.from('secret=é').subarray(0, -1)],
    ['half a unit of UTF-16', Buffer.from(`${mark}secret`, 'utf16le').subarray(0, -1)],
    ['half of a surrogate pair', Buffer.from(`${mark}\ud83d=1`, 'utf16le')],
    ['a NUL', Buffer.from('secret=\0')],
  ] as const) {
    writeFileSync(file, bytes);
    const found = await readBoth(t, file);
    t.equal(
      found,
      `UnreadableFile: ${file} is not UTF-8 text. Save it as UTF-8; UTF-16 is read only with a byte order mark.`,
      name,
    );
  }
});

t.test('what the system refuses is said in words', async (t) => {
  const folder = t.testdir({ file: 'x' });
  const path = (name: string) => join(folder, name);
  symlinkSync('nowhere', path('dangling'));
  symlinkSync('circle', path('circle'));
  for (const [name, reason] of [
    ['none', 'there is no such file. Check the path.'],
    ['', 'it is a folder, and a file is needed.'],
    ['file/x', 'the path goes through a file as if it were a folder. Check the path.'],
    ['dangling', 'it is a symbolic link to a file that does not exist. Replace the link.'],
    ['circle', 'its symbolic links form a circle. Replace the link.'],
    ['x'.repeat(300), 'its name is too long. Check the path.'],
  ] as const) {
    const message = `${path(name)} cannot be read: ${reason}`;
    t.equal(await readBoth(t, path(name)), `UnreadableFile: ${message}`);
    await t.rejects(checkReadable(path(name)), { name: 'UnreadableFile', message });
  }
  t.match(await readBoth(t, 'nowhere'), `there is no such file in ${process.cwd()}. Check the path.`);
  await checkReadable(path('file'));
  t.match(
    describeFileError('x', { code: 'EACCES' }),
    /^user \S+ \(uid \d+\) may not read it\. Change its owner/,
  );
});

t.test('at most the allowed bytes are read, whatever the file is', async (t) => {
  const file = join(t.testdir(), 'file');
  writeFileSync(file, 'x'.repeat(1_000));
  t.equal((await readBoth(t, file)).length, 1_000);
  writeFileSync(file, 'x'.repeat(1_001));
  const tooLarge = (path: string) =>
    `UnreadableFile: ${path} has more than 1000 bytes. Check that it is the right file.`;
  t.equal(await readBoth(t, file), tooLarge(file));
  t.equal(await readBoth(t, '/dev/zero'), tooLarge('/dev/zero'));
  t.equal(await readBoth(t, '/dev/null'), '');
});

t.test('a pipe without a writer is refused, not waited for', async (t) => {
  const pipe = join(t.testdir(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  t.throws(
    () => readTextFileSync(pipe, 100, 10),
    /pipe is a pipe that nothing was written to within 0\.01 s/,
  );
});

t.test('a pipe is read', async (t) => {
  const pipe = join(t.testdir(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const read of [readTextFile, readTextFileSync]) {
    await checkReadable(pipe);
    // Opens the pipe when it is read, and once: a second writer would write to the same reader.
    const writer = spawn('sh', ['-c', 'printf a=1 > "$1"', 'sh', pipe], { stdio: 'ignore' });
    t.teardown(() => writer.kill());
    t.equal(await read(pipe, 100), 'a=1');
  }
});
