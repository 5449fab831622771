import { assertEquals } from "@std/assert";
import { call, endpointsApp } from "./actuator_setup.ts";

interface Conditions {
  readonly contexts: {
    readonly application: {
      readonly positiveMatches: Readonly<Record<string, unknown>>;
      readonly negativeMatches: Readonly<
        Record<string, { readonly notMatched: readonly { readonly message: string }[] }>
      >;
    };
  };
}

async function conditions(): Promise<Conditions["contexts"]["application"]> {
  await using app = await endpointsApp();
  return ((await call(app, "/actuator/conditions")).body as Conditions).contexts.application;
}

/** Names of the features that mark themselves as installed, as the sources write them. */
async function featuresIn(folder: URL): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) found.push(...await featuresIn(new URL(`${name}/`, folder)));
    else if (name.endsWith(".ts")) {
      const text = await Deno.readTextFile(new URL(name, folder));
      found.push(
        ...[...text.matchAll(/(?:installOnce|markInstalled)\(\s*"(\w+\(\))"/g)].map(([, feature]) => feature!),
      );
    }
  }
  return found;
}

Deno.test("25.1 conditions know every feature of the framework", async () => {
  const { positiveMatches, negativeMatches } = await conditions();
  const known = [...Object.keys(positiveMatches), ...Object.keys(negativeMatches)].filter((name) =>
    name.endsWith("()")
  );
  assertEquals(known.sort(), (await featuresIn(new URL("../../src/", import.meta.url))).sort());
});

Deno.test("25.1 conditions name the module from which a feature can be imported", async () => {
  const { negativeMatches } = await conditions();
  const hints = Object.entries(negativeMatches).filter(([name]) => name.endsWith("()"));
  for (const [name, { notMatched: [condition] }] of hints) {
    const [, feature, specifier] = /import \{ (\w+) \} from "([^"]+)"/.exec(condition!.message)!;
    const exported: Record<string, unknown> = await import(specifier!);
    assertEquals([`${feature}()`, typeof exported[feature!]], [name, "function"]);
  }
});
