import { assertEquals } from "@std/assert";
import { serverAudits } from "graphql-http";
import { graphQlApp } from "./graphql_app.ts";

Deno.test("G1.1 every audit of GraphQL over HTTP passes on default settings", async () => {
  await using app = await graphQlApp();
  const fetchFn = async (url: string, init?: RequestInit) => await app.fetch(new Request(url, init));
  const results = await Promise.all(
    serverAudits({ url: "http://localhost/graphql", fetchFn }).map((audit) => audit.fn()),
  );
  const failed = results.filter((result) => result.status !== "ok").map((result) => [result.id, result.name]);
  assertEquals([failed, results.length], [[], 61]);
});
