import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  BatchMapping,
  controller,
  ControllerAdvice,
  GraphQlExceptionHandler,
  MutationMapping,
  param,
  QueryMapping,
  SchemaMapping,
  t,
} from "@espalier/espalier";
import { Externalized } from "@espalier/espalier/modulith";
import { RestResource } from "@espalier/espalier/rest";
import { startApp } from "../graphql_app.ts";

/** What a caller passes whom no compiler checks. */
const unchecked = (value: unknown) => value as never;

class Book {
  read(): void {}
}

Deno.test("a decorator that is not called is refused, in both flavours", () => {
  const message = "Cannot decorate with @QueryMapping as it must be called: @QueryMapping(…)";
  assertThrows(() => QueryMapping(unchecked(Book.prototype.read)), TypeError, message);
  assertThrows(() => QueryMapping(unchecked(Book.prototype)), TypeError, message);
  assertThrows(() => ControllerAdvice(unchecked(Book)), TypeError, "as it must be called: @ControllerAdvice(…)");
  assertThrows(() => RestResource(unchecked(Book.prototype)), TypeError, "as it must be called: @RestResource(…)");
  assertThrows(() => Externalized(unchecked(Book)), TypeError, "as it must be called: @Externalized(…)");
});

Deno.test("options of mappings that can't be used are refused where they are written", () => {
  const cases: readonly (readonly [() => unknown, string])[] = [
    [() => QueryMapping(unchecked({ retruns: t.int })), 'did you mean "returns"?'],
    [() => QueryMapping({ returns: unchecked(Book) }), 'Cannot use option "returns" of @QueryMapping'],
    [() => QueryMapping({ params: unchecked(param.locale()) }), "must be a list of parameters"],
    [() => SchemaMapping({ params: unchecked(["id"]) }), 'current value is a list with "id"'],
    [
      () => BatchMapping(unchecked({ source: Book })),
      'option "source" of @BatchMapping as a function must name the class',
    ],
    [
      () => param.argument("id", unchecked(undefined)),
      'Cannot describe argument "id" as it must be given a descriptor',
    ],
    [() => GraphQlExceptionHandler(unchecked(undefined)), "Cannot handle an exception as it must be given a class"],
  ];
  for (const [call, message] of cases) assertThrows(call, TypeError, message);
});

Deno.test("a static method, or one whose name is a symbol, can't be mapped, and is named", async () => {
  class Static {
    @QueryMapping()
    static a(): string {
      return "";
    }
  }
  class Symbolic {
    @QueryMapping("a")
    [Symbol.toPrimitive](): string {
      return "";
    }
  }
  const start = (type: new () => object) => () => startApp("type Query { a: String }", [controller(type)]);
  await assertRejects(start(Static), Error, "Cannot map Static#a as it must be a method of the controller's instances");
  await assertRejects(start(Symbolic), Error, "Cannot map Symbolic#Symbol(Symbol.toPrimitive) as it must be a method");
});

Deno.test("a method may be mapped to several fields; a subclass that maps it anew replaces them all", async () => {
  class Base {
    @QueryMapping("a")
    @QueryMapping("b")
    @MutationMapping({ field: "c", params: [] })
    text(): string {
      return "base";
    }
  }
  class Derived extends Base {
    @QueryMapping("d")
    override text(): string {
      return "derived";
    }
  }
  const schema = "type Query { a: String b: String d: String } type Mutation { c: String }";
  await using base = await startApp(schema, [controller(Base)]);
  assertEquals((await base.post("{ a b d }")).body, { data: { a: "base", b: "base", d: null } });
  assertEquals((await base.post("mutation { c }")).body, { data: { c: "base" } });
  await using derived = await startApp(schema, [controller(Derived)]);
  assertEquals((await derived.post("{ a b d }")).body, { data: { a: null, b: null, d: "derived" } });
});
