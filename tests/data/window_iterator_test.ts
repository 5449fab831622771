import { assertEquals } from "@std/assert";
import { ScrollPosition, Window, WindowIterator } from "@espalier/espalier/data";

const at = ScrollPosition.of;

Deno.test("A4.3 a walk loads windows when they are needed", async () => {
  let reads = 0;
  const windows = [["a", "b"], ["c", "d"]];
  const walk = WindowIterator.of(() => {
    const items = windows[reads++]!;
    return Window.from(items, (i) => at({ id: items[i] }), reads < windows.length);
  }).startingAt(ScrollPosition.keyset());
  assertEquals(reads, 0);
  assertEquals([(await walk.next()).value, reads], ["a", 1]);
  assertEquals(await Array.fromAsync(walk), ["b", "c", "d"]);
  assertEquals([await walk.next(), reads], [{ done: true, value: undefined }, 2]);
});

Deno.test("A4.3 a walk ends at an empty window", async () => {
  const empty = () => Window.from<string>([], () => ScrollPosition.keyset());
  assertEquals(await Array.fromAsync(WindowIterator.of(empty).startingAt(ScrollPosition.keyset())), []);
  let reads = 0;
  const walk = WindowIterator.of(() => Window.from(reads++ === 0 ? ["a"] : [], () => at({ id: "a" }), reads === 1));
  assertEquals(await Array.fromAsync(walk.startingAt(ScrollPosition.keyset())), ["a"]);
});

Deno.test("A4.3 a backward walk goes from last to first", async () => {
  const windows = [["c", "d"], ["a", "b"]];
  const asked: unknown[] = [];
  const walk = WindowIterator.of((position) => {
    asked.push((position as { keys?: unknown }).keys);
    const items = windows[asked.length - 1]!;
    return Window.from(items, (i) => at({ id: items[i] }, "BACKWARD"), asked.length < 2);
  });
  assertEquals(await Array.fromAsync(walk.startingAt(at({ id: "e" }, "BACKWARD"))), ["d", "c", "b", "a"]);
  assertEquals(asked, [{ id: "e" }, { id: "c" }]);
});
