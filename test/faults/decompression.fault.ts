import * as zlib from 'node:zlib';
import t from 'tap';
import { openApp } from '../support/open-app.js';

t.test('413: decompression of a bomb stops at the limit of a body', async (t) => {
  const { app, asAdmin } = await openApp(t, { env: { BODY_LIMIT_BYTES: '100000' } });
  const headers = { ...asAdmin, 'content-type': 'application/json', 'content-encoding': 'br' };
  const fast = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 } };
  const payload = zlib.brotliCompressSync(Buffer.alloc(200_000_000, 0x20), fast);
  const post = () =>
    app.inject({ method: 'POST', url: '/operations?action=getIndexSizes', headers, payload });
  const before = process.memoryUsage().rss;
  const answers = await Promise.all(Array.from({ length: 50 }, post));
  t.strictSame([...new Set(answers.map(({ statusCode }) => statusCode))], [413]);
  const grown = (process.memoryUsage().rss - before) / 1e6;
  t.ok(grown < 200, `50 bombs of ${payload.length} bytes and 200 MB took ${Math.round(grown)} MB`);
});
