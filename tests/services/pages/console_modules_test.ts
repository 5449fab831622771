import { assert, assertEquals } from "@std/assert";
import { checkPage, hasBrowser, openPage, quickest, startConsole, views } from "./console_browser.ts";

/** The browser's process and pipes belong to the driver. */
const test = { ignore: !hasBrowser, sanitizeOps: false, sanitizeResources: false };

Deno.test({
  ...test,
  name: "25.3 modules are a graph with a canvas of each, at every size, light and dark",
  fn: async () => {
    await using session = await startConsole();
    for (const view of views) {
      await using watched = await openPage(session, view);
      const { page } = watched;
      await page.goto(`${session.url}/modules`);
      await page.getByRole("button", { name: "Orders" }).waitFor();
      await checkPage(watched, "modules");
      await page.getByRole("button", { name: "Orders" }).press("Enter");
      const canvas = page.getByRole("complementary", { name: "Module" });
      await canvas.getByText("OrderPlaced").first().waitFor();
      await canvas.getByRole("link", { name: "inventory" }).waitFor();
      await checkPage(watched, "module");
    }
  },
});

/** Sixty modules, of which one breaks the structure. */
function sixtyModules(): object {
  const modules = Array.from({ length: 60 }, (_, at) => ({
    identifier: `module${at}`,
    displayName: `Module ${at}`,
    folder: `module${at}/`,
    type: "closed",
    shared: false,
    interfaces: { "<<UNNAMED>>": [`Thing${at}`] },
    uses: [],
  }));
  const dependencies = modules.flatMap(({ identifier }, at) =>
    [at * 2 + 1, at * 2 + 2, at + 7].filter((to) => to < 60).map((to) => ({
      from: identifier,
      to: `module${to}`,
      types: to % 3 === 0 ? ["EVENT_LISTENER"] : ["DEFAULT"],
      names: [`Thing${to}`],
      violations: at === 3 ? 1 : 0,
      calls: at,
      deliveries: 0,
    }))
  );
  const violation = {
    kind: "undeclared",
    message: "Module 'module3' must not depend on module 'module7'",
    module: "module3",
    target: "module7",
    file: "module3/mod.ts",
    line: 12,
    specifier: "../module7/mod.ts",
    advice: "an event",
  };
  return { systemName: "many", modules, dependencies, callsFromOutside: {}, violations: [violation] };
}

Deno.test({
  ...test,
  name: "25.3 sixty modules are filtered and selected in less than 100 ms, and violations have file and line",
  fn: async () => {
    await using session = await startConsole();
    await using watched = await openPage(session, { width: 1280, colorScheme: "light" });
    const { page } = watched;
    await page.route("**/data/modules", (route) => route.fulfill({ json: sixtyModules() }));
    await page.goto(`${session.url}/modules`);
    await page.getByRole("button", { name: "Module 59" }).waitFor();
    await checkPage(watched, "modules-sixty");
    const filter = 'input("main input[type=search]", "Module 1" + round)';
    const filtered = await quickest(page, filter);
    await page.getByRole("searchbox").fill("");
    const selecting =
      'document.querySelectorAll(".graph .node")[round].dispatchEvent(new MouseEvent("click", { bubbles: true }))';
    const selected = await quickest(page, selecting);
    console.log(`filtered in ${filtered.toFixed(0)} ms, selected in ${selected.toFixed(0)} ms`);
    assert(filtered < 100 && selected < 100, `${filtered}, ${selected}`);

    await page.getByRole("button", { name: "Violations (1)" }).click();
    await page.getByText("module3/mod.ts:12").waitFor();
    await checkPage(watched, "modules-violations");
    assertEquals(new URL(page.url()).searchParams.get("view"), "violations");
  },
});
