import { eTag, ifMatch, ifNoneMatch } from "@std/http/etag";
import { assertEquals } from "@std/assert";

Deno.test("entity tags are made of texts, bytes and files", async () => {
  const text = await eTag("hello deno");
  assertEquals(text, await eTag(new TextEncoder().encode("hello deno")));
  assertEquals(/^"a-[\w+/]{27}"$/.test(text!), true);
  assertEquals((await eTag("hello deno", { weak: true }))?.startsWith('W/"a-'), true);
  assertEquals((await eTag({ size: 16, mtime: new Date(0) }))?.startsWith('W/"10-'), true);
  assertEquals(await eTag({ size: 16, mtime: null }), undefined);
});

Deno.test("If-Match compares strongly, If-None-Match weakly", () => {
  const match = [['"a"', '"a"'], ['"b", "a"', '"a"'], ["*", '"a"'], ['W/"a"', '"a"'], ['W/"a"', 'W/"a"'], [
    null,
    '"a"',
  ]] as const;
  assertEquals(match.map(([header, tag]) => ifMatch(header, tag)), [true, true, true, false, false, false]);
  const none = [['"a"', '"a"'], ['W/"a"', '"a"'], ['"b"', '"a"'], ["*", '"a"'], [null, '"a"'], [
    '"a"',
    undefined,
  ]] as const;
  assertEquals(none.map(([header, tag]) => ifNoneMatch(header, tag)), [false, false, true, false, true, true]);
  // Whoever looks at a space once per space does not come to an end here.
  assertEquals(ifMatch(`"b"${" ".repeat(1_000_000)}, "a"`, '"a"'), true);
});
