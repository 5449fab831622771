import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { propertiesFromEnv, resolveProperties } from "@espalier/espalier";
import { closestName } from "../../src/kernel/closest_name.ts";

const env = (variables: Record<string, string>) => ({ toObject: () => variables });

Deno.test("properties: every key has a default", () => {
  const properties = resolveProperties();
  assertEquals(properties.graphql.path, "/graphql");
  assertEquals(properties.graphql.locations, ["graphql/**"]);
  assertEquals(properties.graphql.fileExtensions, [".graphqls", ".gqls"]);
  assertEquals(properties.rest.defaultPageSize, 20);
  assertEquals(properties.rest.maxPageSize, 1000);
  assertEquals(properties.preset, "production");
});

Deno.test("properties: code and environment override key by key, the later one wins", () => {
  const fromEnv = propertiesFromEnv(env({
    HOME: "/root",
    ESPALIER_PRESET: "development",
    ESPALIER_REST_MAX_PAGE_SIZE: "50",
    ESPALIER_LOGGING_LEVELS: "espalier.graphql=DEBUG,espalier.data=OFF",
    ESPALIER_GRAPHQL_LOCATIONS: "a/**, b/**",
  }));
  const properties = resolveProperties(fromEnv, { rest: { defaultPageSize: 10 } });
  assertEquals(properties.preset, "development");
  assertEquals(properties.rest.maxPageSize, 50);
  assertEquals(properties.rest.defaultPageSize, 10);
  assertEquals(properties.logging.levels, { "espalier.graphql": "DEBUG", "espalier.data": "OFF" });
  assertEquals(properties.graphql.locations, ["a/**", "b/**"]);
});

Deno.test("properties: the test preset logs warnings only, and is production otherwise", () => {
  const { preset, logging, ...others } = resolveProperties({ preset: "test" });
  const { preset: _, logging: { level, ...quiet }, ...production } = resolveProperties({});
  assertEquals([preset, logging.level, level], ["test", "WARN", "INFO"]);
  assertEquals([others, logging], [production, { ...quiet, level: "WARN" }]);
  assertEquals(resolveProperties({ preset: "test", logging: { level: "DEBUG" } }).logging.level, "DEBUG");
});

Deno.test("properties: a value that is not allowed is named with what is", () => {
  assertThrows(
    () => resolveProperties({ rest: { maxPageSize: 0 } }),
    TypeError,
    'Cannot use property "rest.maxPageSize" as it must be an integer >= 1: current value is 0',
  );
  assertThrows(
    () => propertiesFromEnv(env({ ESPALIER_REST_MAX_PAGE_SIZE: "many" })),
    TypeError,
    'Cannot use variable "ESPALIER_REST_MAX_PAGE_SIZE" as it must be an integer >= 1: current value is "many"',
  );
});

Deno.test("properties: a time is refused that a timer would take for none", () => {
  assertEquals(resolveProperties({ http: { drainTimeoutMs: 2 ** 31 - 1 } }).http.drainTimeoutMs, 2 ** 31 - 1);
  const times = Object.entries(resolveProperties()).flatMap(([group, values]) =>
    // How long rows are kept is compared with their times: no timer waits for it.
    Object.keys(values).filter((name) => name.endsWith("Ms") && name !== "retentionMs").map((name) => ({ group, name }))
  );
  assert(times.length > 0);
  for (const { group, name } of times) {
    assertThrows(
      () => resolveProperties({ [group]: { [name]: 2 ** 31 } }),
      TypeError,
      `Cannot use property "${group}.${name}" as it must be an integer >= `,
    );
  }
});

Deno.test("properties: unknown keys are reported, all at once", () => {
  const error = assertThrows(
    // deno-lint-ignore no-explicit-any -- a misspelt key, as plain JavaScript may pass it
    () => resolveProperties({ grahpql: {}, rest: { pageSize: 3 } } as any),
    TypeError,
    'Cannot use property "grahpql" as it does not exist: did you mean "graphql"?',
  );
  assertEquals(error.message.includes('"rest.pageSize" as it does not exist: did you mean "rest.maxPageSize"?'), true);
  assertThrows(
    // deno-lint-ignore no-explicit-any -- a key that exists nowhere
    () => resolveProperties({ actuator: { zzz: 1 } } as any),
    TypeError,
    'Cannot use property "actuator.zzz" as it does not exist: known keys are actuator.basePath',
  );
  assertThrows(
    () => propertiesFromEnv(env({ ESPALIER_GRAPHQL_PAHT: "/x" })),
    TypeError,
    'Cannot use variable "ESPALIER_GRAPHQL_PAHT" as there is no such property: did you mean "ESPALIER_GRAPHQL_PATH"?',
  );
});

Deno.test("closest name: what differs in few letters was probably meant", () => {
  const names = ["title", "author", "published"];
  const closest = ["titel", "Titles", "autor", "publishd", "isbn", "t"].map((name) => closestName(name, names));
  assertEquals(closest, ["title", "title", "author", "published", undefined, undefined]);
});

Deno.test("properties: the environment is read under --allow-env=ESPALIER_* too, and not without permission", async () => {
  const program = `import { propertiesFromEnv } from "@espalier/espalier";
console.log(JSON.stringify(propertiesFromEnv()));`;
  const run = async (...permissions: string[]) => {
    const file = await Deno.makeTempFile({ suffix: ".ts" });
    try {
      await Deno.writeTextFile(file, program);
      const config = `--config=${new URL("../../deno.json", import.meta.url).pathname}`;
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--no-prompt", "--no-check", config, ...permissions, file],
        env: { ESPALIER_REST_STRICT: "true", OTHER: "x", NO_COLOR: "1" },
      }).output();
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
      return { code, output: text(stdout), refusal: text(stderr) };
    } finally {
      await Deno.remove(file);
    }
  };
  assertEquals(await run("--allow-env=ESPALIER_*"), { code: 0, output: '{"rest":{"strict":true}}', refusal: "" });
  const refused = await run();
  assertEquals(refused.code, 1);
  assertStringIncludes(
    refused.refusal,
    'Cannot read the configuration from the environment as the process must be allowed to read variable "ESPALIER_PRESET": ' +
      "run with --allow-env or --allow-env=ESPALIER_*",
  );
});
