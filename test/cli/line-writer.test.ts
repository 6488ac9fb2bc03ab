import { EventEmitter } from 'node:events';
import t from 'tap';
import { newTokenText } from '../../src/access-tokens/token-format.js';
import { browserOpener } from '../../src/cli/browser.js';
import { toFailure } from '../../src/cli/failure.js';
import { linePrinter, ReaderGone } from '../../src/cli/line-printer.js';
import { lineWriter } from '../../src/cli/line-writer.js';

function writer(isTTY: boolean) {
  const written: string[] = [];
  return { written, ...lineWriter({ isTTY, write: (text) => written.push(text) }) };
}

t.test('on a terminal the status is overwritten and lines stay', async (t) => {
  const { written, status, info } = writer(true);
  status!('one');
  status!('two');
  info('a line');
  status!('three');
  status!('');
  const clear = '\r\x1b[K';
  t.equal(written.join(''), `one${clear}two${clear}a line\n` + `three${clear}`);
});

t.test('elsewhere only lines are written', async (t) => {
  const { written, status, info } = writer(false);
  t.equal(status, null);
  info('a line');
  t.equal(written.join(''), 'a line\n');
});

t.test('no line shows a token', async (t) => {
  const { text: token } = newTokenText(new Uint8Array(12).fill(3), new Uint8Array(20).fill(5));
  const { written, info, status } = writer(true);
  info(`error: ${token}`);
  status!(`reads ${token}`);
  t.match(written.join(''), /error: mcs_…\n.*reads mcs_…$/);
});

t.test('a command ends at its next line after the reader has closed the pipe', async (t) => {
  const failed: string[] = [];
  const written: string[] = [];
  const stream = Object.assign(new EventEmitter(), { write: (text: string) => written.push(text) });
  const print = linePrinter(stream, ({ message }) => failed.push(message));
  print('one');
  stream.emit('error', new Error('no space'));
  stream.emit('error', Object.assign(new Error('EPIPE'), { code: 'EPIPE' }));
  stream.emit('error', Object.assign(new Error('destroyed'), { code: 'ERR_STREAM_DESTROYED' }));
  t.throws(() => print('two'), ReaderGone);
  t.strictSame([written, failed], [['one\n'], ['no space']]);
  t.strictSame(toFailure(new ReaderGone(), []), { exitCode: 0, text: null });
});

t.test('the browser opens only where there is a display', async (t) => {
  t.equal(browserOpener({ platform: 'linux', env: {} }), null);
  const open = browserOpener({ platform: 'linux', env: { DISPLAY: ':0', PATH: '' } });
  t.type(open, 'function');
});
