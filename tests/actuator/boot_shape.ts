import { assert, assertEquals } from "@std/assert";

/**
 * Asserts that a value has the shape of Spring Boot's sample: the members of the sample with values of the same types. Our
 * value may have further members.
 *
 * In a sample `"*"` stands for any member, of which there must be one; a member whose name begins with `?` may be absent.
 *
 * @param actual our JSON
 * @param sample JSON of Spring Boot's documentation
 * @param path where the two stand, for messages
 */
export function assertShape(actual: unknown, sample: unknown, path = "$"): void {
  if (Array.isArray(sample)) {
    assert(Array.isArray(actual), `${path} is no list: ${JSON.stringify(actual)}`);
    if (sample.length === 0) return;
    for (const [index, item] of actual.entries()) assertShape(item, sample[0], `${path}[${index}]`);
  } else if (typeof sample === "object" && sample !== null) {
    assert(typeof actual === "object" && actual !== null && !Array.isArray(actual), `${path} is no object`);
    assertMembers(actual as Record<string, unknown>, sample as Record<string, unknown>, path);
  } else assertText(actual, sample, path);
}

function assertMembers(actual: Record<string, unknown>, sample: Record<string, unknown>, path: string): void {
  for (const [name, value] of Object.entries(sample)) {
    if (name === "*") {
      assert(Object.keys(actual).length > 0, `${path} has no members`);
      for (const [key, each] of Object.entries(actual)) assertShape(each, value, `${path}.${key}`);
    } else if (name.startsWith("?")) {
      if (name.slice(1) in actual) assertShape(actual[name.slice(1)], value, `${path}.${name.slice(1)}`);
    } else {
      assert(name in actual, `${path} has no member "${name}": it has ${Object.keys(actual)}`);
      assertShape(actual[name], value, `${path}.${name}`);
    }
  }
}

/** Times and durations are texts of a form, too. */
function assertText(actual: unknown, sample: unknown, path: string): void {
  assertEquals(typeof actual, typeof sample, `${path} is ${JSON.stringify(actual)}`);
  for (const form of [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, /^PT[\d.HMS]+$/]) {
    if (form.test(String(sample))) assert(form.test(String(actual)), `${path} is ${actual}`);
  }
}
