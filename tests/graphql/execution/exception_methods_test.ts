import { assertEquals } from "@std/assert";
import {
  controller,
  ControllerAdvice,
  controllerAdvice,
  DataFetcherExceptionResolver,
  GraphQlExceptionHandler,
  param,
  QueryMapping,
} from "@espalier/espalier";
import type { GraphqlErrorBuilder } from "@espalier/espalier/graphql";
import { beans, startApp } from "../graphql_app.ts";

class BadInput extends Error {}
class NotMade extends Error {}
class Refused extends Error {}

/** What resolvers and methods leave alone is answered by its own message, to be seen. */
const telling = beans(({ bind }) => {
  bind(DataFetcherExceptionResolver).toConstantValue(
    DataFetcherExceptionResolver.forSingleError((error) => ({ message: `unhandled: ${(error as Error).message}` })),
  );
});

function throwing(exception: unknown): () => never {
  return () => {
    throw exception;
  };
}

class Handling {
  fail: () => never = throwing(undefined);
  @QueryMapping({ params: [] })
  greeting(): string {
    return this.fail();
  }
  @GraphQlExceptionHandler({ exceptions: [BadInput], params: [param.errorBuilder()] })
  single(error: BadInput, builder: GraphqlErrorBuilder) {
    return builder.message(`single: ${error.message}`).build();
  }
  @GraphQlExceptionHandler(NotMade)
  promise(error: NotMade) {
    return Promise.resolve([{ message: `promise: ${error.message}` }, { message: "and another" }]);
  }
  @GraphQlExceptionHandler(TypeError, SyntaxError)
  undeclared(error: Error): never {
    // A method may be declared to return anything; what counts is what it returns.
    return { message: `undeclared: ${error.message}` } as never;
  }
  @GraphQlExceptionHandler(Refused)
  withoutParameters() {
    return { message: "type declared on the decorator" };
  }
  @GraphQlExceptionHandler(RangeError)
  rootCause(error: RangeError) {
    return { message: `root cause: ${error.message}` };
  }
  @GraphQlExceptionHandler(EvalError)
  failing(): never {
    throw new Error("the method itself");
  }
}

const caused = new Error("A", { cause: new Error("B", { cause: new RangeError("Index out of range: 5") }) });

Deno.test("E3 C419 C421 C422 C424 C425 C427 methods of a controller answer by the class of the exception", async () => {
  await using app = await startApp("type Query { greeting: String }", [controller(Handling), telling]);
  const bean = app.container.get(Handling);
  const rows: readonly (readonly [exception: unknown, messages: readonly string[]])[] = [
    [new BadInput("Bad input"), ["single: Bad input"]],
    [new NotMade("Failed to instantiate"), ["promise: Failed to instantiate", "and another"]],
    [new TypeError("Wrong type"), ["undeclared: Wrong type"]],
    [new SyntaxError("Wrong text"), ["undeclared: Wrong text"]],
    [new Refused("x"), ["type declared on the decorator"]],
    [caused, ["root cause: Index out of range: 5"]],
    [new EvalError("original"), ["unhandled: original"]],
  ];
  for (const [exception, messages] of rows) {
    bean.fail = throwing(exception);
    const { errors } = (await app.post("{ greeting }")).body as { errors: { message: string }[] };
    assertEquals(errors.map(({ message }) => message), messages);
  }
});

Deno.test("E3 C428 C430 advices of one order each handle what is theirs", async () => {
  @ControllerAdvice({ order: 1 })
  class One {
    @GraphQlExceptionHandler(BadInput)
    handle(error: BadInput) {
      return { message: `one: ${error.message}` };
    }
  }
  @ControllerAdvice({ order: 1 })
  class Two {
    @GraphQlExceptionHandler(Refused)
    handle(error: Refused) {
      return { message: `two: ${error.message}` };
    }
  }
  class Greeting {
    fail: () => never = throwing(undefined);
    @QueryMapping({ params: [] })
    greeting(): string {
      return this.fail();
    }
  }
  const modules = [controller(Greeting), controllerAdvice(One), controllerAdvice(Two), telling];
  await using app = await startApp("type Query { greeting: String }", modules);
  const bean = app.container.get(Greeting);
  for (
    const [exception, message] of [
      [new BadInput("Bad input"), "one: Bad input"],
      [new Refused("No"), "two: No"],
      [new Error("other"), "unhandled: other"],
    ] as const
  ) {
    bean.fail = throwing(exception);
    const { errors } = (await app.post("{ greeting }")).body as { errors: { message: string }[] };
    assertEquals(errors.map((error) => error.message), [message]);
  }
});
