import { assertThrows } from "@std/assert";
import { describeType, resolveProperties, t } from "@espalier/espalier";

/** What a caller passes whom no compiler checks. */
const unchecked = (value: unknown) => value as never;

class Book {
  constructor(readonly id: string, readonly title: string) {}
}

Deno.test("t: what is no descriptor and no function that names a class is refused", () => {
  assertThrows(() => t.object(unchecked(Book)), TypeError, '() => Book: current value is class "Book"');
  assertThrows(() => t.container(unchecked(undefined), t.string), TypeError, "() => Book: current value is undefined");
  for (const name of ["list", "nullable", "optional", "map"] as const) {
    assertThrows(
      () => t[name](unchecked(Book)),
      TypeError,
      `Cannot describe t.${name} as it must be given a descriptor, such as t.string or t.object(() => Book): current ` +
        'value is class "Book"',
    );
  }
});

Deno.test("describeType: what it can't use is refused, with the class's name", () => {
  const describe = describeType as (...args: unknown[]) => unknown;
  assertThrows(() => describe({}, {}), TypeError, "it must be given a class: current value is an object");
  assertThrows(() => describe(Book), TypeError, 'Cannot describe class "Book" as its properties must be an object');
  assertThrows(
    () => describe(Book, { title: "string" }),
    TypeError,
    'Cannot describe property "title" of class "Book" as it must be given a descriptor',
  );
  assertThrows(() => describe(Book, { id: t.id }, { idd: "id" }), TypeError, 'did you mean "id"?');
  assertThrows(
    () => describe(Book, { id: t.id }, { indexes: ["id"] }),
    TypeError,
    'must be a list of lists of property paths, [["title", "id"]]',
  );
});

Deno.test("resolveProperties: what is no object of properties is refused", () => {
  assertThrows(() => resolveProperties(unchecked("quiet")), TypeError, 'must be an object: current value is "quiet"');
  assertThrows(
    () => resolveProperties({ graphql: unchecked(3) }),
    TypeError,
    'Cannot use property "graphql" as it must be an object of properties: current value is 3',
  );
});

Deno.test("resolveProperties: addresses have a scheme, origins have no path", () => {
  assertThrows(
    () => resolveProperties({ tracing: { otlpUrl: "localhost:4318" } }),
    TypeError,
    'as it must be a URL beginning with "http://" or "https://": current value is "localhost:4318"',
  );
  assertThrows(() => resolveProperties({ rest: { baseUrl: "shop.example" } }), TypeError, '"rest.baseUrl"');
  for (const origin of ["localhost:3000", "https://shop.example/"]) {
    assertThrows(() => resolveProperties({ http: { corsOrigins: [origin] } }), TypeError, '"http.corsOrigins"');
  }
  resolveProperties({
    http: { corsOrigins: ["*", "https://shop.example:8443", "chrome-extension://abc"] },
    rest: { baseUrl: "https://shop.example/api" },
    tracing: { otlpUrl: "" },
  });
});
