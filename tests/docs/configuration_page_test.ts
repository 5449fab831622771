import { assertEquals } from "@std/assert";
import { configurationPage, withTables } from "./configuration_page.ts";
import { unaligned } from "./pages.ts";

Deno.test("the configuration page has every property; when it hasn't, run deno task docs:configuration", () => {
  const page = configurationPage();
  assertEquals(unaligned(page), unaligned(withTables(page)));
});
