import { assertEquals } from "@std/assert";
import { Page, Pageable, PageRequest, Slice } from "@espalier/espalier/data";
import { pagingLinks, type PagingLinksOptions } from "@espalier/espalier/rest";
import { withQueryVariables } from "../../src/rest/hal/uri_template.ts";

const options: PagingLinksOptions = {
  uri: "http://localhost/people",
  names: { page: "page", size: "size", sort: "sort" },
  form: "canonical",
  sortValues: [],
};

/** Links without their common beginning, in order. */
function hrefs(slice: Slice<unknown>, overrides: Partial<PagingLinksOptions> = {}): (readonly [string, string])[] {
  const links = pagingLinks(slice, { ...options, ...overrides });
  return Object.entries(links).map(([rel, { href }]) => [rel, href.replace("http://localhost", "")] as const);
}

function page(number: number, total = 3, size = 1): Page<string> {
  const content = Array.from({ length: Math.max(0, Math.min(size, total - number * size)) }, (_, i) => `item ${i}`);
  return new Page(content, PageRequest.of(number, size), total);
}

Deno.test("C1.5 canonical links are concrete, with first and last", () => {
  assertEquals(hrefs(page(0)), [
    ["first", "/people?page=0&size=1"],
    ["self", "/people?page=0&size=1"],
    ["next", "/people?page=1&size=1"],
    ["last", "/people?page=2&size=1"],
  ]);
  assertEquals(hrefs(page(1)), [
    ["first", "/people?page=0&size=1"],
    ["prev", "/people?page=0&size=1"],
    ["self", "/people?page=1&size=1"],
    ["next", "/people?page=2&size=1"],
    ["last", "/people?page=2&size=1"],
  ]);
});

Deno.test("C1.5 a page beyond the end leads back", () => {
  assertEquals(hrefs(page(9)), [
    ["first", "/people?page=0&size=1"],
    ["prev", "/people?page=8&size=1"],
    ["self", "/people?page=9&size=1"],
    ["last", "/people?page=2&size=1"],
  ]);
});

Deno.test("C1.5 a single page has self alone unless first and last are forced", () => {
  assertEquals(hrefs(page(0, 20, 20)), [["self", "/people?page=0&size=20"]]);
  assertEquals(hrefs(page(0, 0, 20), { forceFirstAndLast: true }), [
    ["first", "/people?page=0&size=20"],
    ["self", "/people?page=0&size=20"],
    ["last", "/people?page=0&size=20"],
  ]);
});

Deno.test("C1.5 a slice has self before prev, and no last", () => {
  const slice = (number: number, hasNext: boolean) => new Slice(["x"], PageRequest.of(number, 1), hasNext);
  assertEquals(hrefs(slice(1, true)).map(([rel]) => rel), ["first", "self", "prev", "next"]);
  assertEquals(hrefs(slice(2, false)).map(([rel]) => rel), ["first", "self", "prev"]);
  assertEquals(hrefs(slice(1, true), { oneIndexed: true }), [
    ["first", "/people?page=1&size=1"],
    ["self", "/people?page=2&size=1"],
    ["prev", "/people?page=1&size=1"],
    ["next", "/people?page=3&size=1"],
  ]);
});

Deno.test("C1.3 other parameters and the client's sort survive paging", () => {
  const links = hrefs(page(1), { uri: "http://localhost/people?foo=bar", sortValues: ["name,desc", "a b,ignorecase"] });
  assertEquals(links[3], ["next", "/people?foo=bar&page=2&size=1&sort=name,desc&sort=a%20b,ignorecase"]);
});

Deno.test("C1.2 C1.3 templated links are self, prev, next", () => {
  assertEquals(hrefs(page(1), { form: "templated" }), [
    ["self", "/people{?page,size,sort*}"],
    ["prev", "/people?page=0&size=1{&sort*}"],
    ["next", "/people?page=2&size=1{&sort*}"],
  ]);
  assertEquals(hrefs(page(0), { form: "templated", furtherVariables: ["projection"] }), [
    ["self", "/people{?page,size,sort*,projection}"],
    ["next", "/people?page=1&size=1{&sort*,projection}"],
  ]);
  assertEquals(hrefs(page(0), { form: "templated", sortValues: ["title,desc"] })[1], [
    "next",
    "/people?page=1&size=1&sort=title,desc",
  ]);
});

Deno.test("C1.4 paging links always say whether they are templates", () => {
  assertEquals(pagingLinks(page(0), { ...options, form: "templated", sortValues: ["title"] }), {
    self: { href: "http://localhost/people{?page,size,sort*}", templated: true },
    next: { href: "http://localhost/people?page=1&size=1&sort=title", templated: false },
  });
});

Deno.test("C1.2 a template leaves out variables that the URI has", () => {
  const variables = ["page", "size", "sort*"];
  const templates = ["/foo", "/foo?bar=1", "/foo?page=1", "/foo?page=1&size=10", "/foo?page=1&sort=foo,asc"]
    .map((uri) => withQueryVariables(uri, variables));
  assertEquals(templates, [
    "/foo{?page,size,sort*}",
    "/foo?bar=1{&page,size,sort*}",
    "/foo?page=1{&size,sort*}",
    "/foo?page=1&size=10{&sort*}",
    "/foo?page=1&sort=foo,asc{&size}",
  ]);
  assertEquals(withQueryVariables("/foo?page=1&size=1&sort=a", variables), "/foo?page=1&size=1&sort=a");
  assertEquals(withQueryVariables("/foo", ["foo", "size", "sort*"]), "/foo{?foo,size,sort*}");
});

Deno.test("C1.5 what is unpaged has self alone", () => {
  assertEquals(hrefs(new Slice(["x"], Pageable.unpaged())), [["self", "/people"]]);
});
