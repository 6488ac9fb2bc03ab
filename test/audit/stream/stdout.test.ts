import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { destination, pino } from 'pino';
import t from 'tap';
import type { RecordedEvent } from '../../../src/audit/event.js';
import { recordAudit } from '../../../src/audit/store.js';
import { stdoutSink } from '../../../src/audit/stream/stdout-sink.js';
import { blocks } from '../../../src/cli/blocks.js';
import { operator } from '../../../src/core/actor.js';
import { transaction } from '../../../src/db/transaction.js';
import { testDatabase } from '../../support/database.js';
import { waitFor } from '../../support/wait-for.js';
import { act, deletion, startStream, subjects } from './open.js';

const target = { kind: 'stdout' } as const;
const fail = (error: unknown) => t.fail(String(error));

const parse = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

t.test('events are whole lines between those of the log, and are known by a member', async (t) => {
  const db = await testDatabase(t);
  const path = join(t.testdir({ out: '' }), 'out');
  const output = blocks(destination, path);
  const log = pino({}, output);
  const stream = await startStream(t, db, target, fail, output.writeLines);
  const names = Array.from({ length: 20 }, (_, at) => `urn:li:tag:${at}`);
  for (const name of names) {
    log.info({ text: 'é'.repeat(5_000) }, 'a\nline');
    await transaction(db, (tx) =>
      recordAudit(tx, operator, deletion(name, { text: '\n', long: Array(40).fill('é'.repeat(900)) })),
    );
  }
  await stream.background.stop();
  const lines = parse(readFileSync(path, 'utf8'));
  const events = lines.filter((line) => line.stream === 'audit');
  t.strictSame([...new Set(subjects(events))], names);
  t.equal(lines.filter((line) => line.msg === 'a\nline').length, names.length);
  t.equal(lines.filter((line) => 'stream' in line).length, events.length);
  t.equal(stream.read().sent, events.length);
});

t.test('while nothing reads standard output, events wait; then all of them arrive in order', async (t) => {
  const db = await testDatabase(t);
  const path = join(t.testdir(), 'pipe');
  t.equal(spawnSync('mkfifo', [path]).status, 0);
  // Also open for reading, so that it never counts as closed.
  const pipe = openSync(path, constants.O_RDWR);
  const output = blocks(destination, pipe);
  const stream = await startStream(t, db, target, fail, output.writeLines);
  const names = Array.from({ length: 40 }, (_, at) => `urn:li:tag:${at}`);
  // More than a pipe takes.
  const detail = { long: Array(8).fill('x'.repeat(900)) };
  await transaction(db, (tx) =>
    recordAudit(
      tx,
      operator,
      names.map((name) => deletion(name, detail)),
    ),
  );
  // Longer than a block waits for more lines, so the last block is due while the first one is not read.
  await waitFor(() => stream.read().behindSeconds > 0.3);
  t.match(stream.read(), { sent: 0, state: 'sending' });
  let text = '';
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const reader = new Socket({ fd, readable: true }).on('data', (chunk) => (text += chunk));
  t.teardown(() => reader.destroy());
  await waitFor(() => stream.read().sent === names.length);
  await waitFor(() => text.endsWith('\n') && parse(text).length === names.length);
  t.strictSame(subjects(parse(text)), names);
  await act(db, 'after');
  await waitFor(() => stream.read().sent === names.length + 1);
});

const event = { id: 1, time: 0, kind: 'SECURITY', detail: null, outcome: 'SUCCESS' } as RecordedEvent;

t.test('an attempt ends when nothing is read, and adds no more lines until its own are', async (t) => {
  let read = () => {};
  const written: (readonly string[])[] = [];
  const sink = stdoutSink((lines) => {
    written.push(lines);
    return new Promise((resolve) => (read = resolve));
  }, 1);
  for (let attempt = 1; attempt <= 3; attempt += 1)
    await t.rejects(sink.write([event]), { message: 'nothing was read from it for 1 ms' });
  t.equal(written.length, 1);
  read();
  await t.rejects(sink.write([event]), { message: 'nothing was read from it for 1 ms' });
  t.equal(written.length, 2);
});

t.test('a closed output refuses lines instead of losing them', async (t) => {
  const path = join(t.testdir(), 'pipe');
  t.equal(spawnSync('mkfifo', [path]).status, 0);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const output = blocks(destination, openSync(path, constants.O_WRONLY));
  const sink = stdoutSink(output.writeLines);
  t.equal(await sink.write([event]), 0);
  closeSync(reader);
  for (let attempt = 1; attempt <= 2; attempt += 1) await t.rejects(sink.write([event]), { code: 'EPIPE' });
});
