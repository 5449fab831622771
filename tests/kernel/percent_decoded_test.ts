import { assertEquals } from "@std/assert";
import { percentDecoded } from "../../src/kernel/mod.ts";
import { Random } from "../security/random.ts";

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

Deno.test("percent-encoded text is decoded as decodeURIComponent does, without an exception for what it refuses", () => {
  const random = new Random(215);
  // At the edges of what UTF-8 allows: overlong forms, surrogates, the last character, bytes out of place.
  const edges = [
    "%00 %7f %80 %bf %c0%80 %c1%bf %c2%80 %df%bf %e0%80%80 %e0%9f%bf %e0%a0%80 %ed%9f%bf %ed%a0%80 %ee%80%80 %ef%bf%bf",
    "%f0%80%80%80 %f0%8f%bf%bf %f0%90%80%80 %f4%8f%bf%bf %f4%90%80%80 %f5%80%80%80 %ff %e2%82 %e2%82%ac %C3%A9 % %4 %%41",
  ].join(" ").split(" ");
  const pieces = [
    ...edges,
    "%",
    "4",
    "1",
    "a",
    "/",
    "é",
    "%e2",
    "%82",
    "%ac",
    "%f0",
    "%9f",
    "%98",
    "%80",
    "%4g",
    "%25",
  ];
  const texts = Array.from({ length: 5_000 }, () => {
    return Array.from({ length: 1 + random.below(5) }, () => pieces[random.below(pieces.length)]!).join("");
  });
  for (const text of [...edges, ...texts]) assertEquals([text, percentDecoded(text)], [text, decoded(text)]);
});
