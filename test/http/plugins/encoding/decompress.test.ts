import { randomBytes } from 'node:crypto';
import * as zlib from 'node:zlib';
import t from 'tap';
import { openApp, restError } from '../../../support/open-app.js';

const encoders: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: zlib.gzipSync,
  'X-GZIP': zlib.gzipSync,
  deflate: zlib.deflateSync,
  br: zlib.brotliCompressSync,
  identity: (bytes) => bytes,
};
const { zstdCompressSync } = zlib as unknown as { zstdCompressSync?: (bytes: Buffer) => Buffer };
if (zstdCompressSync) encoders.zstd = zstdCompressSync;

const limit = 100_000;

async function open(t: Parameters<typeof openApp>[0]) {
  const env = { BODY_LIMIT_BYTES: String(limit), ASPECT_BODY_LIMIT_BYTES: String(2 * limit) };
  const { app, asAdmin } = await openApp(t, { env });
  return async (encoding: string, payload: Buffer, url = '/gms/operations?action=getIndexSizes') => {
    const headers = { ...asAdmin, 'content-type': 'application/json', 'content-encoding': encoding };
    const { statusCode: status, ...response } = await app.inject({ method: 'POST', url, headers, payload });
    return { status, body: response.json() };
  };
}

/** Random digits, because equal characters compress to less than a thousandth, which is rejected. */
const digits = randomBytes(limit).toString('hex');
const toJson = (length: number) => Buffer.from(`"${digits.slice(0, length - 2)}"`.padEnd(length));

t.test('bodies are decompressed, on every path', async (t) => {
  const post = await open(t);
  const query = Buffer.from('{"query":"{ __typename }"}');
  for (const [encoding, encode] of Object.entries(encoders)) {
    t.match(await post(encoding, encode(query), '/api/graphql'), { body: { data: { __typename: 'Query' } } });
    t.match(
      await post(encoding, encode(Buffer.from('{"proposals": 7}')), '/aspects?action=ingestProposalBatch'),
      {
        body: restError(400, /^proposals must /),
      },
    );
    t.match(await post(encoding, encode(Buffer.from('\xe9', 'latin1'))), { body: restError(400, /UTF-8/) });
  }
  t.match(await post('deflate', zlib.deflateRawSync(toJson(9))), { status: 200 }, 'without zlib’s header');
});

t.test('413: a body over the limit after decompression', async (t) => {
  const post = await open(t);
  for (const [encoding, encode] of Object.entries(encoders)) {
    t.match(await post(encoding, encode(toJson(limit))), { status: 200 }, `${encoding}: the limit itself`);
    t.match(await post(encoding, encode(toJson(limit + 1))), { body: restError(413, /too large/) }, encoding);
    const aspects = '/aspects?action=ingestProposalBatch';
    t.match(
      await post(encoding, encode(toJson(2 * limit)), aspects),
      { status: 400 },
      'each path has its own',
    );
    t.match(await post(encoding, encode(toJson(2 * limit + 1)), aspects), { status: 413 });
  }
});

t.test('400: a damaged or truncated stream', async (t) => {
  const post = await open(t);
  const bytes = toJson(1_000);
  for (const [encoding, encode] of Object.entries(encoders)) {
    if (encoding === 'identity') continue;
    t.match(
      await post(encoding, encode(bytes).subarray(0, -5)),
      { body: restError(400, /not valid/) },
      encoding,
    );
    t.match(await post(encoding, Buffer.from('{"a": 1}')), { body: restError(400, /not valid/) }, encoding);
  }
});

t.test('415: an unknown encoding, with the known ones', async (t) => {
  const post = await open(t);
  for (const encoding of ['compress', 'gzip, br', 'x', '__proto__']) {
    t.match(await post(encoding, Buffer.from('{}')), {
      body: restError(415, /supported are gzip, deflate, br, (zstd, )?identity\./),
    });
  }
});

t.test('413: a body that decompresses to a thousand times its size', async (t) => {
  const post = await open(t);
  const bomb = zlib.brotliCompressSync(Buffer.alloc(limit, 0x20));
  t.ok(bomb.length < 30);
  t.match(await post('br', bomb), { body: restError(413, /too large: decompressed/) });
  t.match(await post('br', zlib.brotliCompressSync(Buffer.from(`${' '.repeat(9_000)}{}`))), { status: 200 });
});
