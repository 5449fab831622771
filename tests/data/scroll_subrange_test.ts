import { assertEquals } from "@std/assert";
import { ScrollPosition, ScrollSubrange } from "@espalier/espalier/data";

function described(range: ScrollSubrange): unknown[] {
  return [range.position === undefined ? null : String(range.position), range.count ?? null, range.forward];
}

const offset = (n: number) => `OffsetScrollPosition[offset=${n}]`;
const initial = "OffsetScrollPosition[initial]";

Deno.test("G1.4 C193 C194 C199 C200 a subrange before an offset becomes one that is read forward", () => {
  const at = (n: number | undefined, count: number | undefined, forward: boolean) =>
    described(ScrollSubrange.create(n === undefined ? undefined : ScrollPosition.offset(n), count, forward));
  assertEquals(at(30, 10, true), [offset(30), 10, true]);
  assertEquals(at(30, 10, false), [offset(19), 10, true]);
  assertEquals(at(30, undefined, false), [offset(28), null, true]);
  assertEquals(at(5, 10, false), [initial, 5, true]);
  assertEquals(at(0, 10, false), [initial, 0, true]);
  assertEquals(at(10, 5, false), [offset(4), 5, true]);
  assertEquals(at(10, undefined, false), [offset(8), null, true]);
  assertEquals(at(undefined, 5, false), [null, 5, false]);
  assertEquals(at(undefined, -3, true), [null, null, true]);
});

Deno.test("G1.4 C196 a subrange before a row reads backward", () => {
  const range = ScrollSubrange.create(ScrollPosition.forward({ id: 1 }), 10, false);
  assertEquals(described(range), ["KeysetScrollPosition[BACKWARD, id]", 10, false]);
});
