import { assert, assertEquals, assertFalse, assertThrows } from "@std/assert";
import {
  Limit,
  OffsetScrollPosition,
  Order,
  Page,
  Pageable,
  PageRequest,
  ScrollPosition,
  Sort,
} from "@espalier/espalier/data";

Deno.test("C2.1 a page request refuses negative pages and sizes below 1", () => {
  for (const [page, size] of [[0, -1], [-1, 10], [0, 0], [0.5, 10]] as const) {
    assertThrows(() => PageRequest.of(page, size), RangeError, "Cannot ask for a page as the page");
  }
});

Deno.test("C2.1 the offset of huge pages is not cut to 32 bits", () => {
  const maxInt = 2 ** 31 - 1;
  assert(PageRequest.of(maxInt, maxInt).offset > maxInt);
});

Deno.test("C2.1 a page becomes a scroll position before its first item", () => {
  assert(PageRequest.of(0, 10).toScrollPosition().isInitial);
  assertEquals(String(PageRequest.of(1, 10).toScrollPosition()), "OffsetScrollPosition[offset=9]");
});

Deno.test("C1.3 the first page knows its neighbours", () => {
  const page = new Page(["a"], PageRequest.of(0, 1), 10);
  assertEquals([page.isFirst, page.isLast, page.totalPages], [true, false, 10]);
  assert(page.nextPageable().equals(PageRequest.of(1, 1)));
  assert(page.previousPageable().isUnpaged);
});

Deno.test("C1.1 the total is corrected where the content shows another", () => {
  const total = (items: number, page: number, size: number, said: number) =>
    new Page(Array.from({ length: items }, (_, i) => i), PageRequest.of(page, size), said).totalElements;
  assertEquals(
    [total(2, 0, 5, 3), total(2, 0, 5, 1), total(2, 1, 10, 13), total(2, 1, 10, 11), total(0, 1, 10, 0)],
    [2, 2, 12, 12, 0],
  );
});

Deno.test("C1.3 the only page is its own neighbour", () => {
  const request = PageRequest.of(0, 5);
  const page = new Page(["a"], request, 1);
  assertEquals([page.nextOrLastPageable() === request, page.previousOrFirstPageable() === request], [true, true]);
});

Deno.test("C1.1 a page has a stable JSON form", () => {
  assertEquals(
    JSON.stringify(new Page(["a"], PageRequest.of(0, 5), 1)),
    '{"content":["a"],"page":{"size":5,"number":0,"totalElements":1,"totalPages":1}}',
  );
  assertEquals(String(new Page([])), "Page 1 of 1 containing UNKNOWN instances");
});

Deno.test("C2.1 an unpaged pageable has no numbers", () => {
  const unpaged = Pageable.unpaged();
  for (const read of [() => unpaged.pageNumber, () => unpaged.pageSize, () => unpaged.offset]) {
    assertThrows(read, TypeError, "must be paged");
  }
  assert(unpaged.withPage(0).equals(unpaged));
  assertThrows(() => unpaged.withPage(1), TypeError);
  assert(unpaged.equals(Pageable.unpaged(Sort.unsorted())));
  assertFalse(unpaged.equals(Pageable.unpaged(Sort.by("foo"))));
});

Deno.test("C2.2 a limit takes any whole number, and unlimited has none", () => {
  assertEquals(Limit.of(-100).max, -100);
  assertThrows(() => Limit.unlimited().max, TypeError);
  assertThrows(() => Limit.of(1.5), RangeError);
  assert(Limit.unlimited().equals(Limit.unlimited()));
  assert(Limit.of(3).toString !== undefined && !Limit.of(3).equals(Limit.of(4)));
});

Deno.test("C3.1 sorts are concatenated, reversed and compared", () => {
  const sort = Sort.by("title").and(Sort.by(Order.desc("published").nullsFirst()));
  assertEquals(String(sort.reverse()), "title: DESC,published: ASC, NULLS_FIRST");
  assertEquals(String(sort.descending()), "title: DESC,published: DESC, NULLS_FIRST");
  assertEquals(sort.getOrderFor("published")?.direction, "DESC");
  assertEquals(sort.getOrderFor("other"), undefined);
  assertFalse(Sort.by("a").equals(Sort.by(Order.by("a").withIgnoreCase())));
  assertThrows(() => Order.by(" "), RangeError, "must not be empty");
  assertEquals(String(Order.asc("a").withIgnoreCase().withProperty("b")), "b: ASC, ignoring case");
});

Deno.test("A4.3 offset positions: the beginning differs from offset 0", () => {
  assertThrows(() => ScrollPosition.offset(-1), RangeError);
  assertEquals([ScrollPosition.offset().skipped, ScrollPosition.offset(0).skipped], [0, 1]);
  assertThrows(() => ScrollPosition.offset().offset, TypeError, "must not be initial");
  assertEquals(ScrollPosition.offset(5).advanceBy(-10).offset, 0);
  assertEquals(ScrollPosition.offset(5).advanceBy(5).offset, 10);
  assertEquals(ScrollPosition.offset().advanceBy(5).offset, 5);
  const { positionFunction } = OffsetScrollPosition;
  assertEquals([positionFunction(100)(1).offset, positionFunction(0)(0).offset], [101, 0]);
});

Deno.test("A4.3 keyset positions keep keys and direction", () => {
  const position = ScrollPosition.forward({ title: "a", id: 1 });
  assertEquals([position.isInitial, position.reverse().direction, position.reverse().keys], [
    false,
    "BACKWARD",
    { title: "a", id: 1 },
  ]);
  const initial = ScrollPosition.of({}, "BACKWARD");
  assertEquals([initial.isInitial, initial.scrollsBackward], [true, true]);
  assertThrows(() => (position.keys as Record<string, unknown>).title = "b", TypeError);
});

Deno.test("A4.3 positions are equal where they name the same place, and are read both ways", () => {
  const five = ScrollPosition.offset(5);
  assertEquals(
    [ScrollPosition.offset(5), ScrollPosition.offset(6), ScrollPosition.offset()].map((o) => five.equals(o)),
    [
      true,
      false,
      false,
    ],
  );
  assertEquals(five.equals(ScrollPosition.forward({ id: 5 })), false);
  for (const offset of [1.5, NaN, Infinity, 2 ** 53]) assertThrows(() => ScrollPosition.offset(offset), RangeError);
  const row = ScrollPosition.forward({ id: 5 });
  assertEquals([row.reverse().direction, row.reverse().reverse().direction], ["BACKWARD", "FORWARD"]);
});
