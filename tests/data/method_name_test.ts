import { assertEquals, assertThrows } from "@std/assert";
import { parseMethodName } from "../../src/data/query/derived/part_tree.ts";

function parsed(name: string) {
  const { verb, isDistinct, limit, alternatives, sort } = parseMethodName(name);
  return {
    verb,
    isDistinct,
    limit,
    parts: alternatives.map((parts) => parts.map(({ property, keyword }) => `${property}:${keyword.type}`)),
    sort: sort.isUnsorted ? "" : String(sort),
  };
}

const properties = (name: string) => parsed(name).parts.map((parts) => parts.map((part) => part.split(":")[0]!));

Deno.test("C4.1 a name without a subject is a predicate", () => {
  assertEquals(properties("firstnameAndLastnameOrLastname"), [["firstname", "Lastname"], ["Lastname"]]);
});

Deno.test("C4.1 every verb takes a predicate and a sort", () => {
  for (const verb of ["find", "read", "get", "query", "search", "stream"]) {
    assertEquals(parsed(`${verb}ByLastnameOrderByFirstnameDesc`), {
      verb: "find",
      isDistinct: false,
      limit: undefined,
      parts: [["Lastname:SIMPLE_PROPERTY"]],
      sort: "Firstname: DESC",
    });
    assertEquals(parsed(`${verb}UsersDistinctByLastname`).isDistinct, true);
    assertEquals(parsed(`${verb}DistinctUsersByLastname`).isDistinct, true);
  }
  assertEquals(["count", "exists", "delete", "remove"].map((verb) => parsed(`${verb}ByLastname`).verb), [
    "count",
    "exists",
    "delete",
    "delete",
  ]);
});

Deno.test("C4.1 limits stand right behind the verb, and only finds have them", () => {
  const limit = (name: string) => [parsed(name).limit, parsed(name).isDistinct];
  assertEquals(limit("findFirstByLastname"), [1, false]);
  assertEquals(limit("findTopByLastname"), [1, false]);
  assertEquals(limit("findTop10UsersByLastname"), [10, false]);
  assertEquals(limit("findFirst10UsersDistinctByLastname"), [10, true]);
  assertEquals(limit("findDistinctTop10UsersByLastname"), [10, true]);
  assertEquals(limit("countFirst10DistinctUsersByLastname"), [undefined, true]);
  assertEquals(limit("existsTop3ByLastname"), [undefined, false]);
});

Deno.test("C4.1 the case of all texts is ignored, wherever the name says so", () => {
  const ignored = (name: string) => parseMethodName(name).alternatives.flat().map(({ ignoreCase }) => ignoreCase);
  for (const spelling of ["AllIgnoreCase", "AllIgnoringCase"]) {
    assertEquals(ignored(`findByFirstname${spelling}OrderByLastnameDesc`), ["when-possible"]);
    assertEquals(parsed(`findByFirstname${spelling}OrderByLastnameDesc`).sort, "Lastname: DESC");
    assertEquals(ignored(`findByFirstnameOrderByLastnameDesc${spelling}`), ["when-possible"]);
    assertEquals(
      ignored(`findAllByLegalNameContainingOrCommonNameContaining${spelling}`),
      ["when-possible", "when-possible"],
    );
  }
  assertEquals(ignored("findByFirstnameIgnoreCaseAndLastnameIgnoringCaseAndAge"), ["always", "always", "never"]);
});

Deno.test("C4.1 every spelling of every keyword is known", () => {
  const spellings: Record<string, readonly [count: number, ...names: string[]]> = {
    IS_NOT_NULL: [0, "IsNotNull", "NotNull"],
    IS_NULL: [0, "IsNull", "Null"],
    BETWEEN: [2, "IsBetween", "Between"],
    LESS_THAN: [1, "IsLessThan", "LessThan"],
    LESS_THAN_EQUAL: [1, "IsLessThanEqual", "LessThanEqual"],
    GREATER_THAN: [1, "IsGreaterThan", "GreaterThan"],
    GREATER_THAN_EQUAL: [1, "IsGreaterThanEqual", "GreaterThanEqual"],
    BEFORE: [1, "IsBefore", "Before"],
    AFTER: [1, "IsAfter", "After"],
    NOT_LIKE: [1, "IsNotLike", "NotLike"],
    LIKE: [1, "IsLike", "Like"],
    STARTING_WITH: [1, "IsStartingWith", "StartingWith", "StartsWith"],
    ENDING_WITH: [1, "IsEndingWith", "EndingWith", "EndsWith"],
    IS_NOT_EMPTY: [0, "IsNotEmpty", "NotEmpty"],
    IS_EMPTY: [0, "IsEmpty", "Empty"],
    NOT_CONTAINING: [1, "IsNotContaining", "NotContaining", "NotContains"],
    CONTAINING: [1, "IsContaining", "Containing", "Contains"],
    NOT_IN: [1, "IsNotIn", "NotIn"],
    IN: [1, "IsIn", "In"],
    NEAR: [1, "IsNear", "Near"],
    WITHIN: [1, "IsWithin", "Within"],
    REGEX: [1, "MatchesRegex", "Matches", "Regex"],
    EXISTS: [0, "Exists"],
    TRUE: [0, "IsTrue", "True"],
    FALSE: [0, "IsFalse", "False"],
    NEGATING_SIMPLE_PROPERTY: [1, "IsNot", "Not"],
    SIMPLE_PROPERTY: [1, "Is", "Equals", ""],
  };
  for (const [type, [count, ...names]] of Object.entries(spellings)) {
    for (const name of names) {
      const part = parseMethodName(`findBySomeInfo${name}`).alternatives[0]![0]!;
      assertEquals([part.property, part.keyword.type, part.keyword.argumentCount], ["SomeInfo", type, count], name);
    }
  }
});

Deno.test("C4.1 keywords end where a new word begins, in any script", () => {
  assertEquals(properties("findByAnders"), [["Anders"]]);
  assertEquals(properties("findByOrder"), [["Order"]]);
  assertEquals(properties("findByOrderId"), [["OrderId"]]);
  assertEquals(parsed("findByØreAndÅrOrderByÅrAsc"), {
    verb: "find",
    isDistinct: false,
    limit: undefined,
    parts: [["Øre:SIMPLE_PROPERTY", "År:SIMPLE_PROPERTY"]],
    sort: "År: ASC",
  });
  assertEquals(properties("findBy이름And생일OrOrderIdAndNested_이름"), [["이름", "생일"], ["OrderId", "Nested_이름"]]);
  assertEquals(properties("findById-u1QWhUI"), [["Id"]]);
});

Deno.test("C4.1 a name may have no condition", () => {
  assertEquals([parsed("findAllByOrderByLastnameAsc").parts, parsed("findAllByOrderByLastnameAsc").sort], [
    [],
    "Lastname: ASC",
  ]);
  assertEquals(parsed("findByOrderByFirstname").sort, "Firstname: ASC");
  assertEquals(parsed("").parts, []);
});

Deno.test("C4.1 sorts are read with and without directions", () => {
  const sort = (orders: string) => parsed(`findByOrderBy${orders}`).sort;
  assertEquals(sort("UsernameDesc"), "Username: DESC");
  assertEquals(sort("LastnameAscUsernameDesc"), "Lastname: ASC,Username: DESC");
  assertEquals(sort("Lastname"), "Lastname: ASC");
  assertThrows(() => sort("Desc"), TypeError, "must stand before the direction");
  assertThrows(() => parsed("findByAOrderByBOrderByC"), TypeError, "must stand in a method name once");
});
