import { assertEquals } from "@std/assert";
import {
  BatchMapping,
  type ContainerModule,
  controller,
  InheritedContext,
  inheritFrom,
  param,
  QueryMapping,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import {
  AsyncLocalAccessor,
  Authentication,
  ExecutionGraphQlService,
  ThreadLocalAccessor,
  WebGraphQlInterceptor,
} from "@espalier/espalier/graphql";
import { beans, startApp } from "../graphql_app.ts";
import { requestOf } from "../graphql_setup.ts";

class UserDetails {
  constructor(readonly username: string) {}
}
class Course {
  constructor(readonly id: number) {}
}

const user = new UserDetails("user");
const schema = `
  type Query { greeting: String courses: [Course] other: String }
  type Subscription { greetings: String }
  type Course { instructor: String }`;

const seen: unknown[] = [];

class Greetings {
  @QueryMapping({ params: [param.principal(() => UserDetails)], returns: t.string })
  greeting(principal: UserDetails): string {
    seen.push(principal);
    return `Hello ${principal.username}`;
  }
  @SubscriptionMapping({ params: [param.principal(() => UserDetails)], returns: t.string })
  async *greetings(principal: UserDetails): AsyncGenerator<string> {
    seen.push(principal);
    yield await Promise.resolve("Hello");
    yield "Hi";
  }
  @QueryMapping({ params: [], returns: t.list(t.object(() => Course)) })
  courses(): Course[] {
    return [new Course(11), new Course(19)];
  }
  @BatchMapping({ source: () => Course, params: [param.principal(() => UserDetails)], returns: t.string })
  instructor(courses: readonly Course[], principal: UserDetails): string[] {
    seen.push(principal);
    return courses.map(({ id }) => `${principal.username} of ${id}`);
  }
}

/** Puts the authentication into the request's context. */
const authenticating = beans(({ bind }) => {
  bind(WebGraphQlInterceptor).toConstantValue({
    intercept: (request, next) => {
      request.graphQlContext.put(Authentication, new Authentication(user));
      return next(request);
    },
  });
});

const bound = new AsyncLocalAccessor<Authentication>(Authentication);

/** Where the request's authentication comes from. */
const origins: Record<string, { module: ContainerModule; run: <T>(call: () => T) => T }> = {
  "an interceptor's context": { module: authenticating, run: (call) => call() },
  "the flow of the caller": {
    module: beans(({ bind }) => {
      bind(ThreadLocalAccessor).toConstantValue(bound);
      bind(InheritedContext).toConstantValue(inheritFrom(bound));
    }),
    run: (call) => bound.run(new Authentication(user), call),
  },
};

for (const [origin, { module, run }] of Object.entries(origins)) {
  Deno.test(`C367 C368 C376 C410 the principal comes from ${origin}, for single sources and for batches`, async () => {
    await using app = await startApp(schema, [controller(Greetings), module]);
    seen.length = 0;
    assertEquals((await run(() => app.post("{ greeting courses { instructor } }"))).body, {
      data: { greeting: "Hello user", courses: [{ instructor: "user of 11" }, { instructor: "user of 19" }] },
    });
    assertEquals([seen.length, seen.every((principal) => principal === user)], [2, true]);
  });
}

Deno.test("C373 a subscription sees who opened it", async () => {
  await using app = await startApp(schema, [controller(Greetings)]);
  seen.length = 0;
  const request = requestOf("subscription { greetings }");
  request.graphQlContext.put(Authentication, new Authentication(user));
  const { stream } = await app.container.get(ExecutionGraphQlService).execute(request);
  assertEquals((await Array.fromAsync(stream!)).map(({ data }) => ({ ...data })), [
    { greetings: "Hello" },
    { greetings: "Hi" },
  ]);
  assertEquals(seen, [user]);
});

Deno.test("C380 a principal of another class is an error, or counts as none where that is asked for", async () => {
  class Admin {
    readonly rights = "all";
  }
  const counting = { required: false, errorOnInvalidType: false } as const;
  class Strict {
    @QueryMapping({ params: [param.principal(() => Admin, { required: false })], returns: t.nullable(t.string) })
    greeting(admin: Admin | undefined): string | null {
      return admin?.rights ?? null;
    }
    @QueryMapping({ params: [param.principal(() => Admin, counting)], returns: t.string })
    other(admin: Admin | undefined): string {
      return admin?.rights ?? "none";
    }
  }
  await using app = await startApp(schema, [controller(Strict), authenticating]);
  assertEquals((await app.post("{ other }")).body, { data: { other: "none" } });
  await app.post("{ greeting }");
  const { fields } = app.logged.find(({ level }) => level === "ERROR")!;
  assertEquals(
    (fields["error"] as Error).message,
    'Cannot use the principal as it must be a "Admin": it is a "UserDetails"',
  );
});
