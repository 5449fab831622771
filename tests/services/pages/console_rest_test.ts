import { assert, assertEquals } from "@std/assert";
import { chromium } from "playwright-core";
import { console as consolePages } from "@espalier/espalier/console";
import { libraryApp, send, writable } from "../../rest/library.ts";
import { checkPage, type ConsoleSession, hasBrowser, openPage, startConsole, views } from "./console_browser.ts";

/** The browser's process and pipes belong to the driver. */
const test = { ignore: !hasBrowser, sanitizeOps: false, sanitizeResources: false };

/** A library whose collections can be written, with its console. */
async function startLibrary() {
  const app = await libraryApp({ ...writable, preset: "development", more: [consolePages()] });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const session: Pick<ConsoleSession, "url" | "browser"> = {
    url: `http://127.0.0.1:${server.addr.port}/console`,
    browser,
  };
  return {
    app,
    session: session as ConsoleSession,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await app[Symbol.asyncDispose]();
      await server.shutdown();
    },
  };
}

Deno.test({
  ...test,
  name: "25.3 REST collections are walked at every size, light and dark",
  fn: async () => {
    await using session = await startConsole();
    for (const view of views) {
      await using watched = await openPage(session, view);
      const { page } = watched;
      await page.goto(`${session.url}/rest`);
      await page.getByRole("button", { name: "books", exact: true }).click();
      await page.getByText("382 in all").waitFor();
      await checkPage(watched, "rest-books");
      await page.getByRole("button", { name: "title" }).click();
      await page.getByRole("columnheader", { name: "title ↑" }).waitFor();
      await page.getByRole("button", { name: "Next" }).press("Enter");
      await page.getByText("page 2 of").waitFor();
      await page.getByRole("button", { name: "Last" }).click();
      await page.getByText("page 20 of 20").waitFor();
      assertEquals(await page.getByRole("button", { name: "Next" }).isDisabled(), true);
      assertEquals(new URL(page.url()).searchParams.get("at")?.includes("sort=title"), true);
      assertEquals(await page.getByRole("columnheader", { name: "subjects" }).getByRole("button").count(), 0);
      await page.getByRole("button", { name: "search", exact: true }).click();
      await page.getByRole("form").first().waitFor();
      await checkPage(watched, "rest-search");
    }
  },
});

Deno.test({
  ...test,
  name: "25.3 REST items are created, changed with If-Match and deleted by their forms, and refusals are shown",
  fn: async () => {
    await using library = await startLibrary();
    const { app, session } = library;
    await using watched = await openPage(session, { width: 1280, colorScheme: "light" });
    const { page } = watched;
    page.on("dialog", (dialog) => dialog.accept());
    await page.goto(`${session.url}/rest?at=/books/book-0`);
    const form = page.getByRole("form", { name: "Change" });
    await form.getByLabel("title").fill("Emma");
    await checkPage(watched, "rest-form");
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await form.getByRole("button", { name: "Change" }).click();
    await page.getByRole("definition").filter({ hasText: "Emma" }).waitFor();
    assertEquals(JSON.parse((await sent).postData()!), { title: "Emma" });
    const etag = (await sent).headers()["if-match"];
    assert(etag?.startsWith('"'), `${etag}`);
    assertEquals((await send(app, "/books/book-0")).body.title, "Emma");

    // Somebody else is quicker.
    assertEquals((await send(app, "PATCH /books/book-0", { json: { price: 3 } })).status < 300, true);
    await form.getByLabel("title").fill("Persuasion");
    await form.getByRole("button", { name: "Change" }).click();
    await page.getByRole("alert").getByText("412 Precondition Failed").waitFor();
    assertEquals((await send(app, "/books/book-0")).body.title, "Emma");

    await page.reload();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("11 in all").waitFor();
    assertEquals((await send(app, "/books/book-0")).status, 404);

    await page.goto(`${session.url}/rest?at=/authors`);
    const create = page.getByRole("form", { name: "Create" });
    await create.getByLabel("name").fill("George Eliot");
    await create.getByRole("button", { name: "Create" }).click();
    await page.getByRole("definition").filter({ hasText: "George Eliot" }).waitFor();
    // The browser itself notes a refused request.
    assertEquals(watched.problems.filter((each) => !/status of 412/.test(each)), []);
  },
});
