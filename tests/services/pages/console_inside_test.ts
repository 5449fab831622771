import { assertEquals } from "@std/assert";
import { checkPage, hasBrowser, openPage, startConsole, views } from "./console_browser.ts";

/** The browser's process and pipes belong to the driver. */
const test = { ignore: !hasBrowser, sanitizeOps: false, sanitizeResources: false };

Deno.test({
  ...test,
  name: "25.3 a person walks the graph of beans by list, graph and links, at every size",
  fn: async () => {
    await using session = await startConsole();
    for (const view of views) {
      await using watched = await openPage(session, view);
      const { page } = watched;
      await page.goto(`${session.url}/beans`);
      await page.getByRole("button", { name: "OrderService Orders" }).waitFor();
      await checkPage(watched, "beans");
      await page.getByRole("button", { name: "OrderService Orders" }).press("Enter");
      await page.getByRole("complementary", { name: "Bean" }).getByRole("link", { name: "OrderController" }).waitFor();
      await checkPage(watched, "bean");
      await page.getByRole("group", { name: "Beans" }).press("+");
      await page.getByRole("complementary", { name: "Bean" }).getByRole("link", { name: "Inventory" }).click();
      await page.getByRole("heading", { name: "Inventory" }).waitFor();
      await page.getByRole("link", { name: "Whole graph" }).click();
      await page.getByRole("searchbox", { name: "Name of beans" }).fill("shipment");
      await page.getByRole("option", { name: "ShipmentController" }).click();
      await page.getByRole("heading", { name: "ShipmentController" }).waitFor();
    }
  },
});

Deno.test({
  ...test,
  name: "25.3 a person reads the configuration and changes a log level, at every size",
  fn: async () => {
    await using session = await startConsole();
    for (const view of views) {
      await using watched = await openPage(session, view);
      const { page } = watched;
      await page.goto(`${session.url}/configuration`);
      await page.getByRole("cell", { name: "actuator.basePath" }).waitFor();
      await checkPage(watched, "configuration");
      await page.getByRole("checkbox", { name: "Only what is set" }).check();
      await page.getByRole("cell", { name: "actuator.basePath" }).waitFor({ state: "detached" });
      const parts = [["Environment", "PATH"], ["Features", "actuator()"], ["Routes", "/graphql"]] as const;
      for (const [part, cell] of parts) {
        await page.getByRole("button", { name: part }).press("Enter");
        await page.getByRole("cell", { name: cell, exact: true }).first().waitFor();
        // The tables are alike; axe takes its time for the long ones.
        if (view.width === 390) await checkPage(watched, part.toLowerCase());
      }
      await page.getByRole("button", { name: "Log levels" }).click();
      const level = page.getByRole("combobox", { name: "Level of espalier.http" });
      await level.selectOption("DEBUG");
      const levels = async () => (await (await session.send("/actuator/loggers/espalier.http")).json()).configuredLevel;
      await page.getByText("set to DEBUG").waitFor();
      assertEquals([await level.inputValue(), await levels()], ["DEBUG", "DEBUG"]);
      await checkPage(watched, "levels");
      await level.selectOption("");
      await page.getByText("set to DEBUG").waitFor({ state: "detached" });
      assertEquals(await levels(), undefined);
    }
  },
});
