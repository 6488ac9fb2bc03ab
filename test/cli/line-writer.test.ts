import t from 'tap';
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
