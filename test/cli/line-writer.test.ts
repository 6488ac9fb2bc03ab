import t from 'tap';
import { newTokenText } from '../../src/access-tokens/token-format.js';
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
