import { assertEquals } from "@std/assert";
import { architectureMap, architectureMapPage } from "./architecture_map.ts";
import { unaligned } from "./pages.ts";

/** Prose is compared as one text, since the formatter wraps its lines. */
function words(text: string): string {
  return unaligned(text).join(" ");
}

Deno.test("28.2 the map of imports is that of the source; if it is not, run deno task docs:architecture", () => {
  assertEquals(words(architectureMapPage()), words(architectureMap()));
});
