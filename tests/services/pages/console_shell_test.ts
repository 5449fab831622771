import { assertEquals } from "@std/assert";
import { console as consolePages } from "@espalier/espalier/console";
import { checkPage, hasBrowser, openPage, startConsole, startService, views } from "./console_browser.ts";

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

Deno.test({
  ...test,
  name: "25.3 the search finds pages, traces, beans and routes",
  fn: async () => {
    await using session = await startConsole();
    await (await session.send("/books")).body?.cancel();
    await using watched = await openPage(session, { width: 1280, colorScheme: "dark" });
    const { page } = watched;
    const wanted = [
      ["trace books", "Trace GET /books", "GET /books"],
      ["bean orderservice", "Bean OrderService", "OrderService"],
      ["route openapi", "Route /openapi.json", "Configuration"],
      ["page logs", "Page Logs", "Logs"],
    ] as const;
    for (const [text, hit, heading] of wanted) {
      await page.goto(session.url);
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      await page.keyboard.press("/");
      await page.getByRole("combobox", { name: "Search" }).fill(text);
      await page.getByRole("option", { name: hit }).first().waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: heading }).first().waitFor();
    }
    assertEquals(watched.problems, []);
  },
});

Deno.test({
  ...test,
  name: "25.3 each page says what is missing in a service that has the console alone",
  fn: async () => {
    await using session = await startService(consolePages());
    await using watched = await openPage(session, { width: 390, colorScheme: "dark" });
    const { page } = watched;
    const expected = [
      ["", "Nothing tells the health: add actuator() to the features."],
      ["traces", "Requests are not traced"],
      ["logs", "Nothing has been logged yet"],
      ["events", "Events are not stored"],
      ["beans", "Nothing tells the beans"],
      ["configuration", "Nothing tells the configuration"],
      ["nothing", "There is no such page"],
    ] as const;
    for (const [path, text] of expected) {
      await page.goto(`${session.url}/${path}`);
      await page.getByText(text).waitFor();
      await checkPage(watched, `empty-${path}`);
    }
  },
});
