import { assertEquals } from "@std/assert";
import { chooseCoding } from "../../src/compression/content_coding.ts";

const cases: readonly (readonly [header: string | null, expected: string | undefined])[] = [
  [null, undefined],
  ["", undefined],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip, br", "br"],
  ["GZIP;Q=1.0", "gzip"],
  ["gzip;q=0.9, br;q=0.1", "gzip"],
  ["zstd;q=0, br;q=0, gzip;q=0", undefined],
  ["*", "zstd"],
  ["*;q=0", undefined],
  ["zstd;q=0, *", "br"],
  ["identity", undefined],
  ["identity, gzip;q=0.5", undefined],
  ["identity;q=0.5, gzip", "gzip"],
  ["identity;q=0, gzip;q=0.001", "gzip"],
  ["gzip;q=2, br;q=-1, zstd;q=abc", undefined],
  ["compress, deflate", undefined],
  [`${"a,".repeat(600)}gzip`, undefined],
];

for (const [header, expected] of cases) {
  const shown = header === null ? "no header" : `"${header.length > 40 ? `${header.slice(0, 20)}…` : header}"`;
  Deno.test(`25.5 compression reads Accept-Encoding with weights: ${shown}`, () => {
    assertEquals(chooseCoding(header, ["zstd", "br", "gzip"]), expected);
  });
}
