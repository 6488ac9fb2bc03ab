import zlib from 'node:zlib';
import { Refusal } from '../refusal.js';

type Decoder = (bytes: Buffer, limit: number, done: (error: Error | null, plain: Buffer) => void) => void;

/** Node 22.15 and newer have it; the types are those of Node 20. */
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
  // 8 MiB, as RFC 9659 has it for HTTP: a frame names the memory that it takes.
  zstdDecompress(bytes, { maxOutputLength, params: { [constants.ZSTD_d_windowLogMax]: 23 } }, done);
};

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  // By RFC 9110 it has zlib's header; many clients send it without.
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
 * What a byte may become: the most that deflate makes of one. Brotli makes 16 MiB of forty bytes, for which nobody has
 * reserved memory.
 */
export const mostExpansion = 1_032;
/** What a few bytes may become nevertheless. */
const smallest = 16_384;

/**
 * Undoes a Content-Encoding. `done` gets a Refusal: 415 for an encoding that is not known, 413 when the result has
 * more bytes than `limit` or than `mostExpansion` allows, where decompression ends, and 400 for a stream that is
 * damaged.
 */
export function decompress(
  bytes: Buffer,
  encoding: string,
  limit: number,
  done: (refusal: Refusal | null, plain: Buffer) => void,
): void {
  const decode = decoders.get(encoding.trim().toLowerCase());
  if (!decode) {
    const known = [...decoders.keys()].filter((name) => name !== 'x-gzip').join(', ');
    done(new Refusal(415, `Content-Encoding is "${encoding}"; one of ${known} is understood.`), bytes);
    return;
  }
  const most = Math.min(limit, Math.max(mostExpansion * bytes.length, smallest));
  decode(bytes, most, (error, plain) => done(error && refusalOf(error, encoding, most), plain));
}

function refusalOf(error: NodeJS.ErrnoException, encoding: string, limit: number): Refusal {
  if (error.code === 'ERR_BUFFER_TOO_LARGE') {
    return new Refusal(413, `Request body is too large: decompressed, it has more than ${limit} bytes.`);
  }
  return new Refusal(400, `The body is not valid ${encoding}: ${error.message}.`);
}
