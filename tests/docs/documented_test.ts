import { assertEquals } from "@std/assert";
import { undocumentedSymbols } from "./undocumented.ts";

Deno.test("28.4 every public symbol is documented: entry points, declarations, members", async () => {
  assertEquals(await undocumentedSymbols(), []);
});
