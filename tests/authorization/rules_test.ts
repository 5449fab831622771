import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  type AccessRequest,
  type AccessRule,
  allOf,
  anyOf,
  authenticated,
  Authentication,
  batchedRule,
  denyAll,
  hasRole,
  not,
  permitAll,
  Principal,
  requires,
  rule,
} from "@espalier/espalier/security";

const clerk = new Principal("clerk", { roles: ["staff"], scopes: ["orders:read"] });

function requestOf(principal: Principal, args: Record<string, unknown> = {}): AccessRequest {
  return { principal, authentication: new Authentication(principal), arguments: args, source: undefined };
}

const request = requestOf(clerk);
const yes = rule("yes", () => true);
const no = rule("no", () => false);
const later = (rule: AccessRule): AccessRule => ({ ...rule, allows: async (asked) => await rule.allows(asked) });
const never = rule("never", () => {
  throw new Error("asked");
});

Deno.test("24.1 rules of scopes, roles and authentication decide by what the client was granted", async () => {
  const cases: readonly (readonly [AccessRule, string, readonly string[], boolean])[] = [
    [requires("orders:read"), 'scope "orders:read"', ["orders:read"], true],
    [requires("orders:read", "x"), 'scope "orders:read" and scope "x"', ["orders:read", "x"], false],
    [requires("x"), 'scope "x"', ["x"], false],
    [hasRole("staff"), 'role "staff"', [], true],
    [hasRole("boss"), 'role "boss"', [], false],
    [authenticated(), "authenticated", [], true],
    [permitAll(), "nothing", [], true],
    [denyAll(), "denied", [], false],
  ];
  for (const [each, description, scopes, allowed] of cases) {
    assertEquals([each.description, each.scopes, each.decidesByGrants, await each.allows(request)], [
      description,
      scopes,
      true,
      allowed,
    ]);
  }
});

Deno.test("24.1 rules are combined in any depth, and those that need not be asked are not", async () => {
  const cases: readonly (readonly [AccessRule, boolean])[] = [
    [allOf(yes), true],
    [allOf(no), false],
    [allOf(yes, yes), true],
    [allOf(yes, no), false],
    [allOf(no, never), false],
    [allOf(later(yes), no), false],
    [allOf(later(yes), later(yes)), true],
    [allOf(later(no), never), false],
    [anyOf(no), false],
    [anyOf(no, no), false],
    [anyOf(no, yes), true],
    [anyOf(yes, never), true],
    [anyOf(later(no), yes), true],
    [anyOf(later(no), later(no)), false],
    [anyOf(later(yes), never), true],
    [not(yes), false],
    [not(no), true],
    [not(later(yes)), false],
    [not(later(no)), true],
    [anyOf(allOf(yes, no), not(no)), true],
    [allOf(anyOf(no, yes), not(yes)), false],
  ];
  for (const [each, allowed] of cases) {
    assertEquals([each.description, await each.allows(request)], [each.description, allowed]);
  }
});

Deno.test("24.1 a decision that is no boolean allows nothing, and a thenable is waited for", async () => {
  const deciding = (decision: unknown) => rule("odd", () => decision as boolean);
  for (const decision of [1, "true", {}, null, undefined, Promise.resolve(1)]) {
    assertEquals([decision, await allOf(deciding(decision), yes).allows(request)], [decision, false]);
    assertEquals([decision, await anyOf(deciding(decision), no).allows(request)], [decision, false]);
  }
  const thenable = (value: boolean) => deciding({ then: (use: (value: boolean) => void) => use(value) });
  assertEquals(await not(thenable(true)).allows(request), false);
  assertEquals(await not(thenable(false)).allows(request), true);
  assertEquals(await allOf(thenable(true), yes).allows(request), true);
  assertEquals(await anyOf(thenable(false), no).allows(request), false);
});

Deno.test("24.1 a combined rule says what it requires, the scopes that would do, and whether grants decide it", () => {
  const [a, b, role] = [requires("a"), requires("b", "a"), hasRole("staff")];
  const facts = ({ description, scopes, decidesByGrants }: AccessRule) => [description, scopes, decidesByGrants];
  assertEquals(facts(allOf(a)), ['scope "a"', ["a"], true]);
  assertEquals(facts(allOf(role, a, b)), [
    'role "staff" and scope "a" and (scope "b" and scope "a")',
    ["a", "b"],
    true,
  ]);
  assertEquals(facts(anyOf(role, a, b)), ['role "staff" or scope "a" or (scope "b" and scope "a")', ["a"], true]);
  assertEquals(facts(anyOf(role)), ['role "staff"', [], true]);
  assertEquals(facts(allOf(anyOf(role, a), yes)), ['(role "staff" or scope "a") and yes', ["a"], false]);
  assertEquals(facts(not(a)), ['not (scope "a")', [], true]);
  assertEquals(facts(not(yes)), ["not (yes)", [], false]);
});

Deno.test("24.1 a batched rule decides for many requests at once, also within others, and only for those that are open", async () => {
  const asked: number[][] = [];
  const numberOf = ({ arguments: args }: AccessRequest) => args.number as number;
  const even = batchedRule("even", (requests) => {
    asked.push(requests.map(numberOf));
    return requests.map((each) => numberOf(each) % 2 === 0);
  });
  const small = rule("small", (each) => numberOf(each) < 3);
  const requests = [1, 2, 3, 4].map((number) => requestOf(clerk, { number }));
  assertEquals([await even.allows(requests[0]!), await even.allows(requests[1]!)], [false, true]);
  assertEquals(asked.splice(0), [[1], [2]]);
  assertEquals(await allOf(small, even).allowsEach!(requests), [false, true, false, false]);
  assertEquals(asked.splice(0), [[1, 2]]);
  assertEquals(await anyOf(small, even).allowsEach!(requests), [true, true, false, true]);
  assertEquals(asked.splice(0), [[3, 4]]);
  assertEquals(await not(even).allowsEach!(requests), [true, false, true, false]);
  assertEquals(await allOf(no, even).allowsEach!(requests), [false, false, false, false]);
  assertEquals(asked.splice(0), [[1, 2, 3, 4]]);
  assertEquals([allOf(small, yes).allowsEach, not(small).allowsEach], [undefined, undefined]);
});

Deno.test("24.1 a batched rule with another number of decisions is an error", async () => {
  for (const decisions of [[], [true, true], { length: 1 }]) {
    const wrong = allOf(batchedRule("odd", () => decisions as boolean[]), yes);
    await assertRejects(
      () => Promise.resolve(wrong.allowsEach!([request])),
      TypeError,
      "Cannot use the decisions of the rule odd as there must be one for each of 1 requests",
    );
  }
});

Deno.test("24.1 what is no rule is refused where rules are made", () => {
  const refused: readonly (readonly [() => unknown, string])[] = [
    [() => requires(), "requires(…) must be given a scope"],
    [() => requires("a b"), "it must be printable ASCII without spaces, quotes and backslashes"],
    [() => requires('a"'), "it must be printable ASCII"],
    [() => hasRole(""), "a role must be a string"],
    [() => hasRole(5 as never), "a role must be a string: current value is 5"],
    [() => rule("own", "yes" as never), 'Cannot make the rule "own" as it must be decided by a function'],
    [() => batchedRule("own", undefined as never), 'Cannot make the rule "own" as it must be decided by a function'],
    [() => allOf(), "allOf(…) must be given rules"],
    [() => anyOf(), "anyOf(…) must be given rules, such as"],
    [() => anyOf(yes, undefined as never), "anyOf(…) must be given rules"],
    [() => allOf(yes, {} as never), "current value is an object"],
    [() => not(undefined as never), "not(…) must be given rules"],
  ];
  for (const [make, message] of refused) assertThrows(make, TypeError, message);
});
