import { assertThrows } from "@std/assert";
import { BatchMapping, GraphQlExceptionHandler, param, QueryMapping, SchemaMapping, t } from "@espalier/espalier";

/** What a caller passes whom no compiler checks. */
const unchecked = (value: unknown) => value as never;

class Book {
  read(): void {}
}

Deno.test("a mapping decorator that is not called is refused, in both flavours", () => {
  const message = "Cannot decorate with @QueryMapping as it must be called: @QueryMapping(…)";
  assertThrows(() => QueryMapping(unchecked(Book.prototype.read)), TypeError, message);
  assertThrows(() => QueryMapping(unchecked(Book.prototype)), TypeError, message);
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
