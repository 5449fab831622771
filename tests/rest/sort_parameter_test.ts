import { assertEquals } from "@std/assert";
import { Order, Sort } from "@espalier/espalier/data";
import { formatSortParameters, parseSortParameter } from "@espalier/espalier/rest";

const parsed: readonly (readonly [value: string, orders: string])[] = [
  ["title", "title: ASC"],
  ["title,asc", "title: ASC"],
  ["title,desc", "title: DESC"],
  ["firstname,lastname", "firstname: ASC,lastname: ASC"],
  ["firstname,lastname,desc", "firstname: DESC,lastname: DESC"],
  ["property,DESC", "property: DESC"],
  ["property,DESC,IgnoreCase", "property: DESC, ignoring case"],
  ["p1,p2,DESC,IgnoreCase", "p1: DESC, ignoring case,p2: DESC, ignoring case"],
  ["property,IgnoreCase", "property: ASC, ignoring case"],
  ["label,ignorecase,asc", "label: ASC,ignorecase: ASC"],
  ["name, desc", "name: ASC, desc: ASC"],
  ["a,desc,desc", "a: DESC,desc: DESC"],
  ["foo%2Cdesc", "foo: DESC"],
  ["50%", "50%: ASC"],
  ["property1,,DESC", "property1: DESC"],
  ["a,foo", "a: ASC,foo: ASC"],
  ["address.city", "address.city: ASC"],
  ...[",DESC", ",", ".", ".,ASC", "", "desc", "ignorecase", " , ,"].map((value) => [value, ""] as const),
];

Deno.test("C3.1 a sort value is properties, then a direction, then ignorecase", () => {
  const actual = parsed.map(([value]) => [value, parseSortParameter(value).join(",")] as const);
  assertEquals(actual, parsed);
});

Deno.test("C3.1 a sort is written as sort parameters, neighbours of one direction together", () => {
  const written = [
    Sort.by(Order.desc("firstname"), Order.desc("lastname")),
    Sort.by("foo", Order.desc("bar"), "foobar"),
    Sort.by("foo", "bar", Order.desc("foobar")),
    Sort.by(Order.desc("title").withIgnoreCase()),
    Sort.unsorted(),
  ].map(formatSortParameters);
  assertEquals(written, [
    ["firstname,lastname,desc"],
    ["foo,asc", "bar,desc", "foobar,asc"],
    ["foo,bar,asc", "foobar,desc"],
    ["title,desc,ignorecase"],
    [],
  ]);
});
