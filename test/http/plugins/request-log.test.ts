import { Writable } from 'node:stream';
import { pino } from 'pino';
import t from 'tap';
import { safeLines } from '../../../src/http/plugins/request-log.js';

t.test('no line of the log contains an Authorization header or a token', async (t) => {
  const lines: string[] = [];
  const stream = new Writable({ write: (line, _, done) => done(void lines.push(String(line))) });
  const log = pino(safeLines, stream);
  const authorization = 'Digest response="s3cr3t", opaque="\\"';
  log.info(
    { headers: { authorization, host: 'x' }, req: { headers: { authorization } }, authorization },
    'said',
  );
  log.info({ url: '/x?token=mcs_s3cr3t' }, 'mcs_s3cr3t');
  t.notMatch(lines.join(''), /s3cr3t/);
  const [said] = lines.map((line) => JSON.parse(line));
  t.match(said, { headers: { authorization: '[redacted]', host: 'x' }, msg: 'said' });
});
