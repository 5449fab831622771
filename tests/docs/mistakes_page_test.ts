import { assert, assertEquals } from "@std/assert";
import { page } from "./pages.ts";

Deno.test("the page of mistakes has each text that the compiler is held to, at least 40", () => {
  const source = Deno.readTextFileSync(new URL("../services/graphql/mistakes/mistakes.txt", import.meta.url));
  const texts = new Set([...source.matchAll(/\/\/! (.*)$/gm)].map(([, text]) => text!));
  const shown = page("docs/mistakes.md").text.replaceAll("\\|", "|");
  assertEquals([...texts].filter((text) => !shown.includes(text)), []);
  assert(shown.match(/^\| .*`.*` +\|$/gm)!.length >= 40);
});
