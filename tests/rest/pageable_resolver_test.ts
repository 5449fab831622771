import { assertEquals, assertThrows } from "@std/assert";
import { Order, Pageable, PageRequest, Sort } from "@espalier/espalier/data";
import { PageableResolver, type PageableResolverOptions, QueryParameters } from "@espalier/espalier/rest";

function resolve(search: string, options: PageableResolverOptions = {}): string {
  return String(new PageableResolver(options).resolve(new QueryParameters(search)).pageable);
}

const rows: readonly (readonly [search: string, page: number, size: number])[] = [
  ["", 0, 20],
  ["?size=5", 0, 5],
  ["?size=0", 0, 20],
  ["?size=-5", 0, 20],
  ["?size=abc", 0, 20],
  ["?size=", 0, 20],
  ["?size=99999999999", 0, 20],
  ["?size=1000", 0, 1000],
  ["?size=1001", 0, 1000],
  ["?page=-1", 0, 20],
  ["?page=abc", 0, 20],
  ["?page=", 0, 20],
  ["?page=99999999999", 0, 20],
  ["?page=2147483647", 2147483647, 20],
  ["?page=1&page=7", 1, 20],
  ["?page=2&size=9&page=9", 2, 9],
  ["?page=1.5", 0, 20],
  ["?page=+1", 0, 20],
  ["?page=%2B1", 1, 20],
  ["?page=%201", 0, 20],
  ["?page=%zz&size=%", 0, 20],
  ["?page=1e3&size=0x10", 0, 20],
];

Deno.test("C2.1 C2.2 C2.3 page and size are read leniently", () => {
  const actual = rows.map(([search]) => [search, resolve(search)]);
  assertEquals(
    actual,
    rows.map(([search, page, size]) => [search, `page ${page} of size ${size}, sorted by UNSORTED`]),
  );
});

Deno.test("C2.2 the largest page is configurable", () => {
  assertEquals(resolve("?page=0&size=200", { maxPageSize: 100 }), "page 0 of size 100, sorted by UNSORTED");
});

Deno.test("C2.1 parameters may be renamed, prefixed and qualified", () => {
  const search = "?foo_page=2&foo_size=10&foo_sort=bar,foo&page=7&p=3&x-page=4";
  assertEquals(
    [
      resolve(search, { qualifier: "foo" }),
      resolve(search, { qualifier: "" }),
      resolve(search, { pageParameter: "p" }),
      resolve(search, { prefix: "x-" }),
    ],
    [
      "page 2 of size 10, sorted by bar: ASC,foo: ASC",
      "page 7 of size 20, sorted by UNSORTED",
      "page 3 of size 20, sorted by UNSORTED",
      "page 4 of size 20, sorted by UNSORTED",
    ],
  );
});

Deno.test("C2.1 pages may be counted from one", () => {
  const pages = ["?page=1", "?page=0", "?size=10", "?page=3"].map((search) => resolve(search, { oneIndexed: true }));
  assertEquals(pages, [
    "page 0 of size 20, sorted by UNSORTED",
    "page 0 of size 20, sorted by UNSORTED",
    "page 0 of size 10, sorted by UNSORTED",
    "page 2 of size 20, sorted by UNSORTED",
  ]);
});

Deno.test("C2.1 an unpaged fallback gives way when both page and size are there", () => {
  const fallback = Pageable.unpaged();
  assertEquals(
    ["?page=20", "?size=10", "?page=0&size=10", "?sort=a"].map((search) => resolve(search, { fallback })),
    [
      "unpaged, sorted by UNSORTED",
      "unpaged, sorted by UNSORTED",
      "page 0 of size 10, sorted by UNSORTED",
      "unpaged, sorted by a: ASC",
    ],
  );
});

Deno.test("C2.1 C3.1 a fallback of one's own counts where the client says nothing, and keeps its sort", () => {
  const sort = Sort.by(Order.by("a").nullsLast(), Order.by("b").nullsLast());
  const fallback = PageRequest.of(2, 10, sort);
  assertEquals(["", "?sort", "?sort=,", "?size=7", "?page=0", "?sort=c,desc"].map((s) => resolve(s, { fallback })), [
    "page 2 of size 10, sorted by a: ASC, NULLS_LAST,b: ASC, NULLS_LAST",
    "page 2 of size 10, sorted by a: ASC, NULLS_LAST,b: ASC, NULLS_LAST",
    "page 2 of size 10, sorted by a: ASC, NULLS_LAST,b: ASC, NULLS_LAST",
    "page 2 of size 7, sorted by a: ASC, NULLS_LAST,b: ASC, NULLS_LAST",
    "page 0 of size 10, sorted by a: ASC, NULLS_LAST,b: ASC, NULLS_LAST",
    "page 2 of size 10, sorted by c: DESC",
  ]);
});

Deno.test("C2.1 an empty parameter name is refused", () => {
  for (const name of ["page", "size", "sort"]) {
    const resolver = () => new PageableResolver({ [`${name}Parameter`]: "" });
    assertThrows(resolver, TypeError, `${name} parameter must not be empty`);
  }
});
