import { assertEquals } from "@std/assert";
import { checkPage, hasBrowser, openPage, startConsole, views } from "./console_browser.ts";

/** The browser's process and pipes belong to the driver. */
const test = { ignore: !hasBrowser, sanitizeOps: false, sanitizeResources: false };

Deno.test({
  ...test,
  name: "25.3 the overview shows health and traffic at every size, light and dark",
  fn: async () => {
    await using session = await startConsole();
    await (await session.send("/books")).body?.cancel();
    for (const view of views) {
      await using watched = await openPage(session, view);
      const { page } = watched;
      await page.goto(session.url);
      await page.getByRole("cell", { name: "GET /books" }).waitFor();
      await page.getByText("liveness").first().waitFor();
      await checkPage(watched, "overview");
    }
  },
});

Deno.test({
  ...test,
  name: "25.3 search, navigation and colours work by keyboard",
  fn: async () => {
    await using session = await startConsole();
    await using watched = await openPage(session, { width: 390, colorScheme: "light" });
    const { page } = watched;
    await page.goto(session.url);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("overv");
    await page.getByRole("option", { name: "Overview" }).waitFor();
    await checkPage(watched, "search");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Navigation" }).press("Enter");
    await page.getByRole("navigation").getByRole("link", { name: "Overview" }).waitFor();
    await checkPage(watched, "navigation");
    await page.keyboard.press("Escape");
    const theme = () => page.evaluate<string>("document.documentElement.dataset.theme");
    const colours = page.getByRole("button", { name: "Colours" });
    await colours.press("Enter");
    await page.getByRole("button", { name: "Colours: light" }).waitFor();
    await colours.press("Enter");
    await page.getByRole("button", { name: "Colours: dark" }).waitFor();
    assertEquals(await theme(), "dark");
    await page.reload();
    await page.getByRole("button", { name: "Colours: dark" }).waitFor();
    assertEquals([await theme(), watched.problems], ["dark", []]);
  },
});
