import { accepts } from "@std/http/negotiation";
import { assertEquals } from "@std/assert";

const json = "application/json";
const html = "text/html";

function chosen(accept: string): string | undefined {
  return accepts({ headers: new Headers({ accept }) }, json, html);
}

Deno.test("Parameters behind the weight are extensions of Accept, not of the media type", () => {
  assertEquals(chosen("application/json;q=0.5;foo=bar"), json);
  assertEquals(chosen("text/html;q=0.2;level=1, application/json;q=0.5;foo=bar"), json);
  assertEquals(chosen("application/json;foo=bar;q=0.5"), undefined);
});

Deno.test("Separators in quoted strings separate nothing", () => {
  assertEquals(chosen('text/xml;title="application/json, a", text/html'), html);
  assertEquals(chosen('application/json;q=0.1;title="; q=1, ", text/html;q=0.2'), html);
  assertEquals(chosen('text/xml;title="a \\", application/json", text/html'), html);
  assertEquals(chosen('text/html, text/xml;title="application/json'), html);
});

Deno.test("Weights that are none make a range unacceptable, too large ones count as 1", () => {
  assertEquals(["-1", "abc", "0", "0.0"].map((q) => chosen(`application/json;q=${q}`)), Array(4).fill(undefined));
  assertEquals(chosen("text/html, application/json;q=7"), html);
  assertEquals([chosen(",;,"), chosen(", text/html ,,")], [undefined, html]);
});

// Whoever looks at a character twice per character does not come to an end here.
Deno.test("A header of a million characters is read in one go", () => {
  const million = 1_000_000;
  for (const filling of [" ", '"', '\\"', '"\\', ";", ",", "\t;"]) {
    assertEquals(chosen(`a/b;x="\\"${filling.repeat(million / filling.length)}x`), undefined, filling);
    assertEquals(chosen(`text/html, a/b${filling.repeat(million / filling.length)}x`), html, filling);
  }
});
