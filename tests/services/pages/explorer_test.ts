import { assertEquals } from "@std/assert";
import { chromium } from "playwright-core";
import { console } from "@espalier/espalier/console";
import { libraryApp, send } from "../../rest/library.ts";

const browser = "/usr/bin/chromium";
const hasBrowser = await Deno.stat(browser).then(() => true, () => false);

Deno.test("the explorer is offered in development alone, and loads nothing from elsewhere", async () => {
  await using production = await libraryApp();
  assertEquals((await send(production, "/explorer")).status, 404);
  await using app = await libraryApp({ preset: "development", rest: { basePath: "/api" } });
  const { status, headers, body } = await send(app, "/api/explorer");
  assertEquals([status, headers.get("content-type")], [200, "text/html; charset=utf-8"]);
  const policy = headers.get("content-security-policy")!.split("; ");
  assertEquals(policy.filter((part) => /^(default|script|style|connect)-src/.test(part)), [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
  ]);
  const files = [...body.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, file]) => file);
  assertEquals(files, ["/api/explorer/explorer.css", "/api/explorer/explorer.js"]);
  for (const file of files) assertEquals((await send(app, file)).status, 200);
  assertEquals((await send(app, "/api/explorer/other.js")).status, 404);
  assertEquals(body.includes("<script>") || body.includes("style="), false);
});

Deno.test("25.3 where there is a console, the explorer leads to its page of collections", async () => {
  const preset = "development";
  await using app = await libraryApp({ preset, console: { basePath: "/ops/" }, more: [console()] });
  const { status, headers } = await send(app, "/explorer");
  assertEquals([status, headers.get("location")], [307, "/ops/rest"]);
  assertEquals((await send(app, "/explorer/explorer.js")).status, 404);
  await using off = await libraryApp({ preset, console: { enabled: false }, more: [console()] });
  assertEquals((await send(off, "/explorer")).status, 200);
});

Deno.test({
  name: "people walk pages, sorts, searches and items in a browser",
  ignore: !hasBrowser,
  // The browser is a process whose pipes close after it has ended.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using app = await libraryApp({ preset: "development", rest: { defaultPageSize: 5 } });
    await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
    const started = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });
    try {
      const page = await started.newPage();
      const problems: string[] = [];
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      page.on("pageerror", (error) => problems.push(error.message));
      await page.goto(`http://127.0.0.1:${server.addr.port}/explorer`);
      const titles = () => page.locator("tbody td:nth-child(2)").allTextContents();
      await page.locator("form", { hasText: "books" }).getByRole("button").click();
      await page.getByText("books (5)").waitFor();
      await page.getByRole("link", { name: "title" }).click();
      await page.getByRole("link", { name: "title ↑" }).click();
      await page.getByRole("link", { name: "title ↓" }).waitFor();
      assertEquals((await titles()).map((title) => title.at(-1)).join(""), "LKJIH");
      await page.getByRole("link", { name: "next" }).click();
      await page.getByText("Page 1, 5 items each, 12 items on 3 pages").waitFor();
      assertEquals((await titles()).map((title) => title.at(-1)).join(""), "GFEDC");
      await page.getByRole("link", { name: "search" }).click();
      const search = page.locator("form", { hasText: "byTitle" });
      await search.locator("input[name=title]").fill("Title C");
      await search.getByRole("button").click();
      await page.getByText("books (1)").waitFor();
      await page.getByRole("link", { name: "open" }).click();
      await page.getByRole("link", { name: "author", exact: true }).click();
      await page.getByText("Jane Austen").first().waitFor();
      assertEquals(problems, []);
    } finally {
      await started.close();
    }
  },
});
