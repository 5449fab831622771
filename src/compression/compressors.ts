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

/** A compression algorithm. Its level is the one beyond which more time saves little. */
interface Compressor {
  /** Compresses a complete string. */
  compress(text: string): Uint8Array<ArrayBuffer>;
  /** Creates a stream that flushes after each chunk, so that no output is delayed until the next one. */
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
