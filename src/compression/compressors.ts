import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import type { ContentCoding } from "./content_coding.ts";

/** One way to compress. The levels are those at which more time gains little. */
interface Compressor {
  /** Compresses a text as a whole. */
  compress(text: string): Uint8Array<ArrayBuffer>;
  /** Makes a stream that gives what it has after each piece, so that nothing waits for the next one. */
  stream(): ReturnType<typeof createGzip>;
}

const brotli = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** All of them, by name. */
export const compressors: Readonly<Record<ContentCoding, Compressor>> = {
  br: {
    compress: (text) =>
      brotliCompressSync(text, { params: { ...brotli, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
    stream: () => createBrotliCompress({ params: brotli, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    compress: (text) => gzipSync(text, { level: 4 }),
    stream: () => createGzip({ level: 4, flush: constants.Z_SYNC_FLUSH }),
  },
  zstd: {
    compress: (text) => zstdCompressSync(text),
    stream: () => createZstdCompress({ flush: constants.ZSTD_e_flush }) as ReturnType<typeof createGzip>,
  },
};
