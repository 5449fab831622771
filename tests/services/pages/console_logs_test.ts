import { assertEquals } from "@std/assert";
import { ContainerModule, Logger, LogSink } from "@espalier/espalier";
import { checkPage, hasBrowser, openPage, quickest, startConsole, views } from "./console_browser.ts";

/** The browser's process and pipes belong to the driver. */
const test = { ignore: !hasBrowser, sanitizeOps: false, sanitizeResources: false };

const quiet = new ContainerModule(({ bind }) => void bind(LogSink).toConstantValue(() => {}));

Deno.test({
  ...test,
  name: "25.3 a person follows log lines, filters them and sees a line's error, at every size",
  fn: async () => {
    await using session = await startConsole(quiet);
    const logger = session.container.get(Logger).forCategory("shop.shelf");
    logger.warn("The shelf is nearly empty", { books: 2, traceId: "0af7651916cd43dd8448eb211c80319c" });
    logger.error("Cannot fill the shelf", { error: new Error("The lorry is late") });
    for (const view of views) {
      await using watched = await openPage(session, view);
      const { page } = watched;
      await page.goto(`${session.url}/logs`);
      await page.getByRole("option", { name: "Cannot fill the shelf" }).waitFor();
      await checkPage(watched, "logs");
      logger.warn("A line that comes now");
      await page.getByRole("option", { name: "A line that comes now" }).last().waitFor();
      await page.getByRole("searchbox", { name: "Text of lines" }).fill("LORRY");
      await page.getByRole("option", { name: "nearly empty" }).waitFor({ state: "detached" });
      await page.getByRole("listbox", { name: "Log lines" }).focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("Enter");
      await page.getByText(/Error: The lorry is late/).waitFor();
      await checkPage(watched, "log-line");
      await page.getByRole("button", { name: "Close the details" }).press("Enter");
      await page.getByRole("searchbox", { name: "Text of lines" }).fill("");
      await page.getByRole("combobox", { name: "Level" }).selectOption("ERROR");
      await page.getByRole("option", { name: "nearly empty" }).waitFor({ state: "detached" });
      await page.getByRole("option", { name: "Cannot fill the shelf" }).waitFor();
    }
  },
});

Deno.test({
  ...test,
  name: "25.3 a million log lines don't make the page slow: filtering and scrolling take less than 100 ms",
  fn: async () => {
    await using session = await startConsole(quiet);
    await using watched = await openPage(session, { width: 1280, colorScheme: "light" });
    const { page } = watched;
    await page.goto(`${session.url}/logs`);
    const logger = session.container.get(Logger).forCategory("flood");
    logger.warn("Before the flood");
    await page.getByRole("option", { name: "Before the flood" }).waitFor();
    for (let at = 1; at <= 1_000_000; at++) {
      logger.warn(`Line ${at} of the flood`);
      // The event loop serves the page in between.
      if (at % 2_000 === 0) await new Promise((resolve) => setTimeout(resolve));
    }
    await page.getByRole("option", { name: "Line 1000000 of the flood" }).waitFor();
    const typing = await quickest(page, "input('input[type=search]', 'line ' + (990_000 + round))");
    await page.getByRole("searchbox", { name: "Text of lines" }).fill("");
    const scrolling = await quickest(page, "document.querySelector('.virtual-list').scrollTop = round * 20_000");
    const times = { typing, scrolling };
    assertEquals(Object.values(times).every((ms) => ms < 100), true, JSON.stringify(times));
    await page.getByText(/came too fast/).waitFor();
    assertEquals(watched.problems, []);
  },
});
