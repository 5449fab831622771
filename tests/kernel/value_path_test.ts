import { assertEquals, assertThrows } from "@std/assert";
import { formatValuePath, parseValuePath, valueAt } from "../../src/kernel/value_path.ts";

Deno.test("A5 C508 a path is names separated by dots and indexes in brackets", () => {
  const parsed = ["", "  ", "me.name", "me.friends[1]", "me.friends[1].name", " me . name ", "grid[0][12].x", "[3].a"]
    .map(parseValuePath);
  assertEquals(parsed, [
    [],
    [],
    ["me", "name"],
    ["me", "friends", 1],
    ["me", "friends", 1, "name"],
    [" me ", " name "],
    ["grid", 0, 12, "x"],
    [3, "a"],
  ]);
  assertEquals(parsed.slice(2).map(formatValuePath)[2], "me.friends[1].name");
  assertEquals(formatValuePath([3, "a", 0]), "[3].a[0]");
});

Deno.test("A5 C509 a malformed path is named", () => {
  const malformed = [".me", "me..name", "me.friends]", "me.friends[[", "me.friends[.", "me.friends[]"]
    .concat("me.friends[5]name", "me.friends[5]]", "me.", "me.friends[5", "me.friends[x]", "me. .name");
  for (const path of malformed) {
    assertEquals(assertThrows(() => parseValuePath(path), TypeError).message, `Invalid path: '${path}'`);
  }
});

Deno.test("A5 C511 what is missing is undefined, a step into the wrong kind is an invalid path", () => {
  const data = { me: { name: "Luke", friends: [{ name: "Han" }], ship: null } };
  const at = (path: string) => valueAt(data, parseValuePath(path));
  assertEquals(at("me.friends[0].name"), "Han");
  assertEquals([at("me.age"), at("me.friends[1]"), at("me.ship.name"), at("me.toString")], [
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  assertEquals(at("me.ship"), null);
  for (const path of ["me.name.first", "me.friends.name", "me[0]", "me.name[0]"]) {
    assertEquals(assertThrows(() => at(path), TypeError).message, `Invalid path: '${path}'`);
  }
});
