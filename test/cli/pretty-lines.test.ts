import { pino } from 'pino';
import t from 'tap';
import { prettyLines } from '../../src/cli/pretty-lines.js';
import { safeLines } from '../../src/http/plugins/monitoring/safe-lines.js';

function logged(write: (log: pino.Logger) => void, colorize = false) {
  let text = '';
  const destination = prettyLines({ write: (part) => (text += part) }, { colorize });
  write(pino(safeLines, destination as pino.DestinationStream));
  return text;
}

t.test('a line for people has the time, the level, the text and the rest', async (t) => {
  t.match(
    logged((log) => log.warn({ host: '::' }, 'HOST is open')),
    /^\[\d\d:\d\d:\d\d\] WARN: HOST is open \{"host":"::"\}\n$/,
  );
  const request = {
    req: { method: 'GET', url: '/x' },
    res: { statusCode: 404 },
    responseTime: 1.25,
    actor: 'a',
  };
  let text = '';
  const line = JSON.stringify({ level: 30, time: 0, ...request, msg: 'request completed' });
  prettyLines({ write: (part) => (text += part) }, { colorize: false }).write(`${line}\n`);
  t.match(text, /^\[.{8}\] INFO: GET \/x 404 1\.3 ms \{"actor":"a"\}\n$/);
  t.match(
    logged((log) => log.info('x'), true),
    '\u001b[',
  );
});

t.test('a line for people keeps secrets out as JSON does', async (t) => {
  const token = `mcs_${'0'.repeat(50)}`;
  const line = logged((log) => log.info({ token }, `There is nothing at /?t=${token}`));
  t.notMatch(line, token);
  t.match(line, 'There is nothing at /?t=');
});

t.test('texts of clients can not control the terminal, nor look like lines of the log', async (t) => {
  const evil = 'a\u001b[2J\u009b31m\r\u0007\u007f\b\u202eb \\u001b \\\\';
  for (const line of [
    logged((log) => log.info(evil)),
    logged((log) => log.info({ evil }, 'x')),
    logged((log) => log.error({ err: new Error(evil) }, 'x')),
  ]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    t.notMatch(line, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    t.match(line, /u001b\[2J/);
  }
});
