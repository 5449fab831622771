import { assertEquals } from "@std/assert";
import { documentationFindings, readAllowedReferences } from "./undocumented.ts";

const { undocumented, withoutExample, privateReferences } = await documentationFindings();

Deno.test("28.4 every public symbol is documented: entry points, declarations, members", () => {
  assertEquals(undocumented, []);
});

Deno.test("28.4 every public function and every entry point shows an example, which test:docs runs", () => {
  assertEquals(withoutExample, []);
});

Deno.test("28.4 public signatures name exported types, but for a list that can only become shorter", async () => {
  // A new line here means: export the type from the entry point, or describe the signature without it.
  assertEquals(privateReferences, await readAllowedReferences());
});
