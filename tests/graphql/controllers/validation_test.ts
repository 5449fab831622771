import { assertEquals, assertObjectMatch } from "@std/assert";
import { controller, GraphQlExceptionHandler, MutationMapping, param, QueryMapping, t } from "@espalier/espalier";
import { ArgumentBindingError, type ArgumentValue } from "@espalier/espalier/graphql";
import { z } from "zod";
import { startApp } from "../graphql_app.ts";

const schema = "type Query { a(n: String): Int } type Mutation { add(input: BookInput!): String } " +
  "input BookInput { title: String! pages: Int }";
const bookInput = z.object({ title: z.string().min(2), pages: z.number().max(9999).optional() });

class Books {
  @QueryMapping({ params: [param.argument("n", t.int)], returns: t.int })
  a(n: number): number {
    return n;
  }
  @MutationMapping({ params: [param.argument("input", bookInput)], returns: t.string })
  add(input: z.infer<typeof bookInput>): string {
    return input.title;
  }
}

Deno.test("input that a schema refuses is BAD_REQUEST with paths, and the method is not called", async () => {
  await using app = await startApp(schema, [controller(Books)]);
  const { body } = await app.post('mutation { add(input: { title: "E", pages: 10000 }) }');
  const { errors, data } = body as {
    data: unknown;
    errors: { extensions: { classification: string; fieldErrors: { field: string }[] } }[];
  };
  assertEquals(data, { add: null });
  assertEquals(errors[0]!.extensions.classification, "BAD_REQUEST");
  assertEquals(errors[0]!.extensions.fieldErrors.map(({ field }) => field), ["$.title", "$.pages"]);
  assertEquals((await app.post('mutation { add(input: { title: "Emma" }) }')).body, { data: { add: "Emma" } });
});

Deno.test("input that can't be bound is BAD_REQUEST; an exception handler may answer instead", async () => {
  await using app = await startApp(schema, [controller(Books)]);
  const { body } = await app.post('{ a(n: "x") }');
  assertEquals((body as { errors: unknown[] }).errors, [{
    message: 'Cannot bind "n": $: Failed to convert argument value',
    locations: [{ line: 1, column: 3 }],
    path: ["a"],
    extensions: {
      classification: "BAD_REQUEST",
      fieldErrors: [{ field: "$", code: "typeMismatch", message: "Failed to convert argument value" }],
    },
  }]);
  class Handling {
    @QueryMapping({ params: [param.argument("n", t.int)], returns: t.int })
    a(n: number): number {
      return n;
    }
    @GraphQlExceptionHandler(ArgumentBindingError)
    bad(error: ArgumentBindingError) {
      return { message: `own words about ${error.objectName}` };
    }
  }
  await using other = await startApp(schema, [controller(Handling)]);
  const answered = (await other.post('{ a(n: "x") }')).body as { errors: { message: string }[] };
  assertEquals(answered.errors.map(({ message }) => message), ["own words about n"]);
});

Deno.test("C442 each mapping has its own rules for the same input, as validation groups have", async () => {
  const fields = { title: z.string(), pages: z.number().optional() };
  const onCreate = z.object({ ...fields, pages: z.number().min(1) });
  const onChange = z.object({ ...fields, title: z.string().min(2) });
  class Groups {
    @MutationMapping({ params: [param.argument("input", onCreate)], returns: t.string })
    add(input: z.infer<typeof onCreate>): string {
      return `added ${input.title}`;
    }
    @MutationMapping({ params: [param.argument("input", onChange)], returns: t.string })
    change(input: z.infer<typeof onChange>): string {
      return `changed ${input.title}`;
    }
  }
  await using app = await startApp(`${schema} extend type Mutation { change(input: BookInput!): String }`, [
    controller(Groups),
  ]);
  const { body } = await app.post(
    'mutation { add(input: { title: "E", pages: 0 }) change(input: { title: "E", pages: 0 }) }',
  );
  const { errors } = body as { errors: { path: string[]; extensions: { fieldErrors: { field: string }[] } }[] };
  assertEquals(errors.map(({ path, extensions }) => [path[0], extensions.fieldErrors.map(({ field }) => field)]), [
    ["add", ["$.pages"]],
    ["change", ["$.title"]],
  ]);
  const allowed = await app.post(
    'mutation { add(input: { title: "E", pages: 1 }) change(input: { title: "Emma", pages: 0 }) }',
  );
  assertEquals(allowed.body, { data: { add: "added E", change: "changed Emma" } });
});

Deno.test("C329 an omitted argument value is not validated, an explicit null and a value are", async () => {
  class Tristate {
    @QueryMapping({ params: [param.argumentValue("n", z.string().min(2))], returns: t.string })
    a(n: ArgumentValue<string>): string {
      return String(n);
    }
  }
  await using app = await startApp(schema.replace("a(n: String): Int", "a(n: String): String"), [controller(Tristate)]);
  assertEquals((await app.post("{ a }")).body, { data: { a: "ArgumentValue[omitted]" } });
  assertEquals((await app.post('{ a(n: "xx") }')).body, { data: { a: "ArgumentValue[xx]" } });
  for (const refused of ["null", '"x"']) {
    const { errors } = (await app.post(`{ a(n: ${refused}) }`)).body as { errors: { extensions: object }[] };
    assertObjectMatch(errors[0]!.extensions, { classification: "BAD_REQUEST", fieldErrors: [{ field: "$" }] });
  }
});

Deno.test("A3 validators that take their time are reported with other arguments that can't be bound", async () => {
  const late = z.string().refine((text) => Promise.resolve(text.length > 1), "too short");
  class Slow {
    @QueryMapping({ params: [param.argument("n", late), param.argument("n", t.int)], returns: t.int })
    a(_: string, n: number): number {
      return n;
    }
    @QueryMapping({ params: [param.argument("n", late), param.locale(), param.environment()], returns: t.string })
    b(n: string): string {
      return n;
    }
  }
  const types = "type Query { a(n: String): Int b(n: String): String }";
  await using app = await startApp(types, [controller(Slow)]);
  // From the third time on, generated code answers.
  for (let time = 1; time <= 4; time++) {
    const { body } = await app.post('{ a(n: "x") b(n: "x") c: b(n: "long") }');
    const { errors, data } = body as { data: unknown; errors: { message: string }[] };
    assertEquals(data, { a: null, b: null, c: "long" });
    assertEquals(errors.map(({ message }) => message).toSorted(), [
      'Cannot bind "n": $: too short',
      'Cannot bind "n, n": n: too short; n: Failed to convert argument value',
    ]);
  }
});
