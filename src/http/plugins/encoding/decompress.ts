import zlib from 'node:zlib';
import { HttpError } from '../../http-error.js';

type Decoder = (bytes: Buffer, limit: number, done: (error: Error | null, plain: Buffer) => void) => void;

/** Node has it from 22.15 on. The types are those of Node 20. */
interface Zstd {
  zstdDecompress: (
    bytes: Buffer,
    options: object,
    done: (error: Error | null, plain: Buffer) => void,
  ) => void;
  constants: { ZSTD_d_windowLogMax: number };
}

const gzip: Decoder = (bytes, maxOutputLength, done) => zlib.gunzip(bytes, { maxOutputLength }, done);
const zstd: Decoder = (bytes, maxOutputLength, done) => {
  const { zstdDecompress, constants } = zlib as unknown as Zstd;
  // 8 MiB, the bound of RFC 9659: the frame itself declares the memory that its decoder needs.
  zstdDecompress(bytes, { maxOutputLength, params: { [constants.ZSTD_d_windowLogMax]: 23 } }, done);
};

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  // RFC 9110 demands zlib's header. Many clients leave it out.
  [
    'deflate',
    (bytes, maxOutputLength, done) =>
      (hasZlibHeader(bytes) ? zlib.inflate : zlib.inflateRaw)(bytes, { maxOutputLength }, done),
  ],
  ['br', (bytes, maxOutputLength, done) => zlib.brotliDecompress(bytes, { maxOutputLength }, done)],
  ...('zstdDecompress' in zlib ? [['zstd', zstd] as const] : []),
  ['identity', (bytes, _limit, done) => done(null, bytes)],
]);

const hasZlibHeader = (bytes: Buffer) =>
  bytes.length > 1 && (bytes[0]! & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;

/**
 * The most bytes that one byte may decompress to, which is deflate's largest factor. Brotli can make 16 MiB of 40
 * bytes, for which no memory is reserved.
 */
export const mostExpansion = 1_032;
/** The bytes that a body may always decompress to, however short it is. */
const minLimit = 16_384;

/**
 * Undoes a Content-Encoding. `done` gets an error of 415 for an unknown encoding, of 413 when the result has more bytes
 * than `limit` or `mostExpansion` allows, where decompression stops, and of 400 for a damaged stream.
 */
export function decompress(
  bytes: Buffer,
  encoding: string,
  limit: number,
  done: (error: HttpError | null, plain: Buffer) => void,
): void {
  const decode = decoders.get(encoding.trim().toLowerCase());
  if (!decode) {
    const known = [...decoders.keys()].filter((name) => name !== 'x-gzip').join(', ');
    done(new HttpError(415, `Content-Encoding is "${encoding}"; supported are ${known}.`), bytes);
    return;
  }
  const most = Math.min(limit, Math.max(mostExpansion * bytes.length, minLimit));
  decode(bytes, most, (error, plain) => done(error && toHttpError(error, encoding, most), plain));
}

function toHttpError(error: NodeJS.ErrnoException, encoding: string, limit: number): HttpError {
  if (error.code === 'ERR_BUFFER_TOO_LARGE') {
    return new HttpError(413, `Request body is too large: decompressed, it has more than ${limit} bytes.`);
  }
  return new HttpError(400, `The body is not valid ${encoding}: ${error.message}.`);
}
