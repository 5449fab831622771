import { assertEquals } from "@std/assert";
import { compare } from "../../modulith/typescript_references.ts";

/** Packages of the import map, with a file of each. */
const packages: Readonly<Record<string, string>> = {
  rxjs: import.meta.resolve("rxjs"),
  graphql: import.meta.resolve("graphql"),
  kysely: import.meta.resolve("kysely"),
  zod: import.meta.resolve("zod"),
  valibot: import.meta.resolve("valibot"),
  hono: import.meta.resolve("hono"),
  inversify: import.meta.resolve("inversify"),
  "fast-check": import.meta.resolve("fast-check"),
  "@apollo/client": import.meta.resolve("@apollo/client"),
  "graphql-ws": import.meta.resolve("graphql-ws"),
  "@nats-io/jetstream": import.meta.resolve("@nats-io/jetstream"),
  "openapi-typescript": import.meta.resolve("openapi-typescript"),
};

for (const [name, entry] of Object.entries(packages)) {
  Deno.test(`B2.1 TypeScript's parser sees the same imports and exports in the sources of ${name}`, () => {
    const [, folder] = /^(file:.*\/registry\.npmjs\.org\/(?:@[^/]+\/)?[^/]+\/[^/]+\/)/.exec(entry) ??
      /^(file:.*\/npm\/[^/]+\/(?:@[^/]+\/)?[^/]+\/[^/]+\/)/.exec(entry) ?? [];
    const { files, references } = compare(new URL(folder!));
    assertEquals(files > 5, true, `${files} files, ${references} references`);
  });
}
