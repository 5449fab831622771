import { assertEquals } from "@std/assert";
import { checkPage, hasBrowser, openPage, startConsole, views } from "./console_browser.ts";

/** The browser's process and pipes belong to the driver. */
const test = { ignore: !hasBrowser, sanitizeOps: false, sanitizeResources: false };

Deno.test({
  ...test,
  name: "25.3 the last requests are shown at every size, light and dark, and sent again",
  fn: async () => {
    await using session = await startConsole();
    const send = async (path: string, init?: RequestInit) => {
      const response = await session.send(path, init);
      await response.body?.cancel();
    };
    await send("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer secret-of-a-client" },
      body: JSON.stringify({ query: "query Mailbox { __typename }" }),
    });
    await send("/nowhere");
    for (const view of views) {
      await using watched = await openPage(session, view);
      const { page } = watched;
      await page.goto(`${session.url}/requests`);
      await page.getByRole("option", { name: /\/nowhere/ }).waitFor();
      await checkPage(watched, "requests");
      await page.getByLabel("Method, path or status").fill("post /graphql 200");
      const option = page.getByRole("option");
      await page.getByText(/^\d+ requests? of/).waitFor();
      await option.first().click();
      await page.getByLabel("Body of the request").getByText("query Mailbox").waitFor();
      await page.getByRole("button", { name: "Send again" }).press("Enter");
      await page.getByText(/^Answered with 200/).waitFor();
      await page.getByLabel("Body of the new response").getByText('"__typename": "Query"').waitFor();
      assertEquals(await page.getByText("secret-of-a-client").count(), 0);
      await checkPage(watched, "requests-details");
    }
    const { exchanges } = await (await session.send("/console/data/httpexchanges")).json();
    const uris: string[] = exchanges.map(({ request: { uri } }: { request: { uri: string } }) => new URL(uri).pathname);
    assertEquals([...new Set(uris)].sort(), ["/graphql", "/nowhere"]);
  },
});
