import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { GraphQLError } from "graphql";
import {
  controller,
  ControllerAdvice,
  controllerAdvice,
  DataFetcherExceptionResolver,
  ErrorType,
  GraphQlExceptionHandler,
  LeveledLogger,
  type LogRecord,
  param,
  QueryMapping,
  RuntimeWiringConfigurer,
  SubscriptionMapping,
} from "@espalier/espalier";
import {
  AccessDeniedError,
  Authentication,
  AuthenticationError,
  DataFetcherExceptionResolverAdapter,
  type DataFetchingEnvironment,
  ExecutionGraphQlService,
  type GraphqlErrorBuilder,
  SubscriptionPublisherException,
  WebGraphQlInterceptor,
} from "@espalier/espalier/graphql";
import { beans, startApp } from "../graphql_app.ts";
import { ask, requestOf, sourceOf } from "../graphql_setup.ts";

const schema =
  "type Query { greeting: String strict: String! parent: Parent } type Parent { strict: String! other: String }";

function failing(exception: unknown) {
  const fail = () => {
    throw exception;
  };
  return sourceOf(schema, (wiring) => {
    wiring.type("Query", (type) => type.addDataFetchers({ greeting: fail, strict: fail, parent: () => ({}) }));
    wiring.type("Parent", (type) => type.dataFetcher("strict", fail));
  });
}

function recording(): { logger: LeveledLogger; logged: LogRecord[] } {
  const logged: LogRecord[] = [];
  return { logged, logger: new LeveledLogger({ "": "DEBUG" }, (record) => void logged.push(record)) };
}

Deno.test("E2 C143 a resolver turns an exception into an error that is located at the field", async () => {
  const { logger, logged } = recording();
  const source = await failing(new TypeError("Invalid greeting")).logger(logger).exceptionResolvers(
    DataFetcherExceptionResolver.forSingleError((exception) => ({
      errorType: ErrorType.BAD_REQUEST,
      message: `Resolved error: ${(exception as Error).message}`,
    })),
  ).build();
  assertEquals((await ask(source, "{ greeting }")).toMap(), {
    errors: [{
      message: "Resolved error: Invalid greeting",
      locations: [{ line: 1, column: 3 }],
      path: ["greeting"],
      extensions: { classification: "BAD_REQUEST" },
    }],
    data: { greeting: null },
  });
  const [, resolved] = logged;
  assertEquals(resolved?.level, "DEBUG");
  assertStringIncludes(resolved!.message, "Resolved TypeError to GraphQL error(s): [");
});

Deno.test("E4 C146 what nobody resolves is masked and logged at ERROR with the execution id", async () => {
  const { logger, logged } = recording();
  const source = await failing(new TypeError("secret")).logger(logger).build();
  const response = await ask(source, "{ greeting }");
  assertEquals(response.toMap(), {
    errors: [{
      message: "INTERNAL_ERROR for request-1",
      locations: [{ line: 1, column: 3 }],
      path: ["greeting"],
      extensions: { classification: "INTERNAL_ERROR" },
    }],
    data: { greeting: null },
  });
  const error = logged.find(({ level }) => level === "ERROR")!;
  assertEquals(error.message, "Unresolved TypeError for executionId request-1");
  assertEquals((error.fields["error"] as Error).message, "secret");
});

Deno.test("E2 C148 resolvers are asked strictly in order, one after another, until one answers", async () => {
  const asked: string[] = [];
  const resolver = (name: string, answer: GraphQLError[] | undefined, delayMs: number) => ({
    resolveException: async () => {
      asked.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      asked.push(`${name} ends`);
      return answer;
    },
  });
  const source = await failing(new Error("x")).exceptionResolvers(
    resolver("slow", undefined, 5),
    resolver("second", [new GraphQLError("second"), new GraphQLError("and another")], 0),
    resolver("never", [new GraphQLError("never")], 0),
  ).build();
  const response = await ask(source, "{ greeting }");
  assertEquals(response.errors.map(({ message }) => message), ["second", "and another"]);
  assertEquals(asked, ["slow begins", "slow ends", "second begins", "second ends"]);
});

Deno.test("E2 an empty list resolves: the field is null and the response has no error", async () => {
  const source = await failing(new Error("x")).exceptionResolvers({ resolveException: () => [] }).build();
  assertEquals((await ask(source, "{ greeting }")).toMap(), { data: { greeting: null } });
});

Deno.test("C149 a resolver that fails is logged at WARN, and the exception is masked without asking others", async () => {
  const { logger, logged } = recording();
  const source = await failing(new Error("original")).logger(logger).exceptionResolvers(
    { resolveException: () => Promise.reject(new Error("broken resolver")) },
    DataFetcherExceptionResolver.forSingleError(() => ({ message: "not asked" })),
  ).build();
  assertEquals((await ask(source, "{ greeting }")).errors[0]!.message, "INTERNAL_ERROR for request-1");
  assertEquals(logged.find(({ level }) => level === "WARN")!.message, "Failure while resolving original");
});

Deno.test("A1.6 the adapter resolves to one or several errors; a failure in it lets the next resolver answer", async () => {
  const { logger, logged } = recording();
  class Single extends DataFetcherExceptionResolverAdapter {
    protected override resolveToSingleError(exception: unknown) {
      return exception instanceof RangeError ? { message: "single" } : null;
    }
  }
  class Several extends DataFetcherExceptionResolverAdapter {
    protected override resolveToMultipleErrors(exception: unknown) {
      return Promise.resolve(exception instanceof TypeError ? [{ message: "one" }, { message: "two" }] : undefined);
    }
  }
  class Broken extends DataFetcherExceptionResolverAdapter {
    protected override resolveToSingleError(): never {
      throw new Error("broken");
    }
  }
  const messages = async (exception: unknown) => {
    const source = await failing(exception).exceptionResolvers(new Broken(logger), new Single(), new Several()).build();
    return (await ask(source, "{ greeting }")).errors.map(({ message }) => message);
  };
  assertEquals(await messages(new RangeError()), ["single"]);
  assertEquals(await messages(new TypeError()), ["one", "two"]);
  assertEquals(await messages(new Error()), ["INTERNAL_ERROR for request-1"]);
  assertEquals(logged.filter(({ level }) => level === "WARN").length, 3);
});

Deno.test("E2 another exception handler while resolvers exist is a start-up error that names both", async () => {
  class MyHandler {
    handleException() {
      return [];
    }
  }
  const builder = failing(new Error("x"))
    .exceptionResolvers({ resolveException: () => undefined })
    .configureGraphQl((graphQl) => void graphQl.defaultDataFetcherExceptionHandler(new MyHandler()));
  const error = await assertRejects(() => builder.build(), TypeError);
  assertStringIncludes(error.message, '"MyHandler"');
  assertStringIncludes(error.message, '"ExceptionResolversExceptionHandler"');
  const alone = await failing(new Error("x"))
    .configureGraphQl((graphQl) => void graphQl.defaultDataFetcherExceptionHandler(new MyHandler())).build();
  assertEquals((await ask(alone, "{ greeting }")).toMap(), { data: { greeting: null } });
});

Deno.test("E8 C151 a failing non-null field nulls the nearest nullable parent, with exactly one error", async () => {
  const source = await failing(new Error("x")).build();
  const root = await ask(source, "{ strict }");
  assertEquals([root.data, root.isDataPresent, root.errors.length], [null, true, 1]);
  const nested = await ask(source, "{ parent { strict other } }");
  assertEquals(nested.data, { parent: null });
  assertEquals(nested.errors.map(({ path }) => path), [["parent", "strict"]]);
});

Deno.test("E1 an error classification of the user's own may be any JSON value", async () => {
  const source = await failing(new Error("x")).exceptionResolvers(
    DataFetcherExceptionResolver.forSingleError(() => ({
      message: "own",
      errorType: { toSpecification: (error) => ({ kind: "own", of: error.message }) },
      extensions: { hint: "h" },
    })),
  ).build();
  assertEquals({ ...(await ask(source, "{ greeting }")).errors[0]!.extensions }, {
    hint: "h",
    classification: { kind: "own", of: "own" },
  });
});

Deno.test("an error that was made for clients, with a classification, needs no resolver; one without is masked", async () => {
  const made = await failing(new GraphQLError("for you", { extensions: { classification: "NOT_FOUND" } })).build();
  assertEquals((await ask(made, "{ greeting }")).errors[0]!.toJSON(), {
    message: "for you",
    locations: [{ line: 1, column: 3 }],
    path: ["greeting"],
    extensions: { classification: "NOT_FOUND" },
  });
  const plain = await failing(new GraphQLError("not for you")).build();
  assertEquals((await ask(plain, "{ greeting }")).errors[0]!.message, "INTERNAL_ERROR for request-1");
});

Deno.test("E5 failures before execution never reach the resolvers", async () => {
  let asked = 0;
  const source = await failing(new Error("x")).exceptionResolvers({
    resolveException: () => {
      asked++;
      return [];
    },
  }).build();
  for (const document of ["{", "{ nope }", "query ($a: Int!) { greeting }"]) {
    assertEquals((await ask(source, document)).isDataPresent, false);
  }
  assertEquals(asked, 0);
});

Deno.test("security errors become UNAUTHORIZED or FORBIDDEN, without their message", async () => {
  const wiring: RuntimeWiringConfigurer = {
    configure: (builder) => {
      builder.type("Query", (type) =>
        type.addDataFetchers({
          login: () => {
            throw new AuthenticationError("token expired at 12:00");
          },
          admin: () => {
            throw new AccessDeniedError("role ADMIN missing");
          },
        }));
    },
  };
  const who = { authentication: undefined as Authentication | undefined };
  await using app = await startApp("type Query { login: String admin: String }", [beans(({ bind }) => {
    bind(RuntimeWiringConfigurer).toConstantValue(wiring);
    bind(WebGraphQlInterceptor).toConstantValue({
      intercept: (request, next) => {
        if (who.authentication) request.graphQlContext.put(Authentication, who.authentication);
        return next(request);
      },
    });
  })]);
  const errorOf = async (document: string) => {
    const { body } = await app.post(document);
    const { message, extensions } = (body as { errors: { message: string; extensions: unknown }[] }).errors[0]!;
    return { message, extensions };
  };
  const unauthorized = { message: "Unauthorized", extensions: { classification: "UNAUTHORIZED" } };
  assertEquals(await errorOf("{ login }"), unauthorized);
  assertEquals(await errorOf("{ admin }"), unauthorized);
  who.authentication = new Authentication("nobody", { isAnonymous: true });
  assertEquals(await errorOf("{ admin }"), unauthorized);
  who.authentication = new Authentication("Ada");
  assertEquals(await errorOf("{ admin }"), { message: "Forbidden", extensions: { classification: "FORBIDDEN" } });
});

class BadInput extends Error {}
class VeryBadInput extends BadInput {}
class Unhandled extends Error {}

function throwing(make: () => unknown) {
  class Failing {
    @QueryMapping({ params: [] })
    greeting(): string {
      throw make();
    }
    @GraphQlExceptionHandler(BadInput)
    bad(error: BadInput) {
      return { errorType: ErrorType.BAD_REQUEST, message: `Rejected: ${error.message}` };
    }
    @GraphQlExceptionHandler({ exceptions: [RangeError], params: [param.errorBuilder()] })
    range(error: RangeError, builder: GraphqlErrorBuilder) {
      return [builder.errorType(ErrorType.NOT_FOUND).message(error.message).build()];
    }
    @GraphQlExceptionHandler(SyntaxError)
    silent(): void {}
    @GraphQlExceptionHandler(URIError)
    notMine(): null {
      return null;
    }
    @GraphQlExceptionHandler(EvalError)
    broken(): never {
      throw new Error("broken handler");
    }
  }
  return controller(Failing);
}

@ControllerAdvice({ order: 2 })
class LaterAdvice {
  @GraphQlExceptionHandler(Error)
  any(error: Error) {
    return { message: `later: ${error.message}` };
  }
}
@ControllerAdvice({ order: 1 })
class EarlierAdvice {
  @GraphQlExceptionHandler(Unhandled)
  unhandled(error: Unhandled, environment: DataFetchingEnvironment) {
    return Promise.resolve({ message: `earlier: ${error.message} at ${environment.info.fieldName}` });
  }
}
@ControllerAdvice({ order: 0, appliesTo: () => [LaterAdvice] })
class ForOthers {
  @GraphQlExceptionHandler(Error)
  any() {
    return { message: "for others" };
  }
}

const handled: readonly (readonly [what: string, make: () => unknown, message: string | undefined])[] = [
  ["C403 the controller's own method", () => new BadInput("Bad input"), "Rejected: Bad input"],
  ["the closest superclass", () => new VeryBadInput("very"), "Rejected: very"],
  ["the nearest cause", () => new Unhandled("outer", { cause: new BadInput("inner") }), "Rejected: inner"],
  ["described parameters and several errors", () => new RangeError("none"), "none"],
  ["a method that returns nothing resolves without an error", () => new SyntaxError("x"), undefined],
  ["a method that returns null leaves it to the advices", () => new URIError("left"), "later: left"],
  ["advices in their order", () => new Unhandled("u"), "earlier: u at greeting"],
  ["a failing method leaves the original exception to the resolvers", () => new EvalError("e"), "resolver: e"],
];
for (const [what, make, message] of handled) {
  Deno.test(`E3 C404 exception handler methods: ${what}`, async () => {
    await using app = await startApp("type Query { greeting: String }", [
      throwing(make),
      controllerAdvice(LaterAdvice),
      controllerAdvice(EarlierAdvice),
      controllerAdvice(ForOthers),
      beans(({ bind }) => {
        bind(DataFetcherExceptionResolver).toConstantValue(
          DataFetcherExceptionResolver.forSingleError((error) => ({
            message: `resolver: ${(error as Error).message}`,
          })),
        );
      }),
    ]);
    const { data, errors } = (await app.post("{ greeting }")).body as { data: unknown; errors?: { message: string }[] };
    assertEquals(data, { greeting: null });
    assertEquals(errors?.map((error) => error.message), message === undefined ? undefined : [message]);
  });
}

Deno.test("E3 advices see the exceptions of plain data fetchers too", async () => {
  const wiring: RuntimeWiringConfigurer = {
    configure: (builder) => {
      builder.type("Query", (type) => type.dataFetcher("greeting", () => Promise.reject(new Unhandled("plain"))));
    },
  };
  await using app = await startApp("type Query { greeting: String }", [
    controllerAdvice(EarlierAdvice),
    beans(({ bind }) => void bind(RuntimeWiringConfigurer).toConstantValue(wiring)),
  ]);
  const { errors } = (await app.post("{ greeting }")).body as { errors: { message: string }[] };
  assertEquals(errors.map(({ message }) => message), ["earlier: plain at greeting"]);
});

Deno.test("E3 two methods for one exception are refused at start-up", async () => {
  class Twice {
    @QueryMapping({ params: [] })
    greeting(): string {
      return "";
    }
    @GraphQlExceptionHandler(BadInput)
    first() {
      return null;
    }
    @GraphQlExceptionHandler(BadInput)
    second() {
      return null;
    }
  }
  const error = await assertRejects(() => startApp("type Query { greeting: String }", [controller(Twice)]));
  assertStringIncludes((error as Error).message, "Ambiguous @GraphQlExceptionHandler for [BadInput]: ");
});

Deno.test("E3 C431 a handler that returns no error counts as failed", async () => {
  class Wrong {
    @QueryMapping({ params: [] })
    greeting(): string {
      throw new BadInput("x");
    }
    @GraphQlExceptionHandler(BadInput)
    wrong(): never {
      return 42 as never;
    }
  }
  await using app = await startApp("type Query { greeting: String }", [controller(Wrong)]);
  const { errors } = (await app.post("{ greeting }")).body as { errors: { message: string }[] };
  assertStringIncludes(errors[0]!.message, "INTERNAL_ERROR for ");
  const warning = app.logged.find(({ level, fields }) => level === "WARN" && fields["error"])!;
  assertStringIncludes(
    String(warning.fields["error"]),
    "Invalid return type for @GraphQlExceptionHandler method: Wrong#wrong",
  );
});

Deno.test("E3 the methods of a controller serve custom root types and the failures of subscription streams", async () => {
  class Streaming {
    @QueryMapping({ params: [] })
    greeting(): string {
      throw new BadInput("query");
    }
    @SubscriptionMapping({ params: [] })
    async *ticks(): AsyncGenerator<number> {
      yield 1;
      throw new BadInput("stream");
    }
    @GraphQlExceptionHandler(BadInput)
    bad(error: BadInput) {
      return { errorType: ErrorType.BAD_REQUEST, message: `Rejected: ${error.message}` };
    }
  }
  const roots = "schema { query: Root subscription: Ticks } type Root { greeting: String } type Ticks { ticks: Int }";
  await using app = await startApp(roots, [controller(Streaming)]);
  const { errors } = (await app.post("{ greeting }")).body as { errors: { message: string }[] };
  assertEquals(errors.map(({ message }) => message), ["Rejected: query"]);
  const service = app.container.get(ExecutionGraphQlService);
  const { stream } = await service.execute(requestOf("subscription { ticks }"));
  const events: unknown[] = [];
  const failure = await assertRejects(async () => {
    for await (const { data } of stream!) events.push({ ...data });
  }, SubscriptionPublisherException);
  assertEquals(events, [{ ticks: 1 }]);
  assertEquals(failure.errors.map(({ message, extensions }) => [message, extensions["classification"]]), [
    ["Rejected: stream", "BAD_REQUEST"],
  ]);
});
