import { assertEquals } from "@std/assert";
import { checkPage, hasBrowser, openPage, startConsole, views } from "./console_browser.ts";

/** The browser's process and pipes belong to the driver. */
const test = { ignore: !hasBrowser, sanitizeOps: false, sanitizeResources: false };

Deno.test({
  ...test,
  name: "25.3 the schema shows documentation, uses and findings at every size, light and dark",
  fn: async () => {
    await using session = await startConsole();
    const executed = await session.send("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: 'query Emma { book(id: "pg1342") { title author { name } } }' }),
    });
    assertEquals(executed.status, 200);
    await executed.body?.cancel();
    for (const view of views) {
      await using watched = await openPage(session, view);
      const { page } = watched;
      await page.goto(`${session.url}/schema`);
      const details = page.getByRole("region", { name: "Type" });
      await details.getByRole("heading", { name: "Query" }).waitFor();
      await checkPage(watched, "schema");
      await details.getByRole("link", { name: "Book", exact: true }).first().click();
      await details.getByRole("heading", { name: "Book" }).waitFor();
      await details.getByText("1 ×").first().waitFor();
      await checkPage(watched, "schema-type");
      await page.getByRole("button", { name: "Usage" }).click();
      await page.getByText("Emma", { exact: true }).click();
      await page.getByText("query Emma {").waitFor();
      await checkPage(watched, "schema-usage");
      await page.getByRole("button", { name: "Findings (0)" }).press("Enter");
      await page.getByText("No findings").waitFor();
      await checkPage(watched, "schema-findings");
    }
  },
});

Deno.test({
  ...test,
  name: "25.3 a type is found by its field, by keyboard alone",
  fn: async () => {
    await using session = await startConsole();
    await using watched = await openPage(session, { width: 1280, colorScheme: "light" });
    const { page } = watched;
    await page.goto(`${session.url}/schema`);
    await page.getByRole("searchbox", { name: "Filter types" }).focus();
    await page.keyboard.type("published");
    await page.getByRole("option", { name: "Book object" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Type" }).getByText("published").waitFor();
    assertEquals(watched.problems, []);
  },
});
