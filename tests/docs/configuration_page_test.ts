import { assertEquals } from "@std/assert";
import { configurationPage, withTables } from "./configuration_page.ts";

/** Without the spaces and dashes by which the formatter aligns tables. */
function unaligned(text: string): string[] {
  return text.split("\n").map((line) => line.replace(/ +/g, " ").replace(/-{3,}/g, "---").trimEnd()).filter((line) =>
    line !== ""
  );
}

Deno.test("the configuration page has every property; when it hasn't, run deno task docs:configuration", () => {
  const page = configurationPage();
  assertEquals(unaligned(page), unaligned(withTables(page)));
});
