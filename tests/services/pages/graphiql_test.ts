import { assertEquals } from "@std/assert";
import { type Browser, chromium } from "playwright-core";
import { graphiql } from "@espalier/espalier/graphiql";
import { WebSocketGraphQlInterceptor, type WebSocketPayload } from "@espalier/espalier/graphql";
import { ServedApp } from "../../graphql/transport/served_app.ts";

const executablePath = "/usr/bin/chromium";

function isInstalled(): boolean {
  try {
    return Deno.statSync(executablePath).isFile;
  } catch {
    return false;
  }
}

/** A browser that is closed at the end of its block. */
async function launch(): Promise<Browser & AsyncDisposable> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() });
}

Deno.test({
  name: "G1.5 C085 C086 GraphiQL runs queries and subscriptions in Chromium, without reaching out",
  ignore: !isInstalled(),
  // The browser's process and pipes belong to the driver.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const inits: unknown[] = [];
    class Recording extends WebSocketGraphQlInterceptor {
      override handleConnectionInitialization(_session: unknown, payload: WebSocketPayload): void {
        inits.push(payload);
      }
    }
    await using served = await ServedApp.start({
      modules: [graphiql()],
      interceptors: [new Recording()],
      properties: { preset: "development" },
      schema: "type Query { bookById(id: ID): Book } type Book { name: String } type Subscription { ticks: Int }",
      wiring: (wiring) =>
        wiring.type("Query", (type) => type.dataFetcher("bookById", () => ({ name: "Nineteen Eighty-Four" })))
          .type("Subscription", (type) =>
            type.dataFetcher("ticks", async function* () {
              yield* [1, 2, 42];
              await Promise.resolve();
            })),
    });
    await using browser = await launch();
    const context = await browser.newContext();
    const origin = `http://127.0.0.1:${served.port}`;
    await context.addCookies([{ name: "XSRF-TOKEN", value: "spring-cookie", url: origin }]);
    const page = await context.newPage();
    const foreign: string[] = [];
    const violations: string[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.origin !== origin && /^(http|ws)/.test(url.protocol)) foreign.push(url.href);
    });
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text());
    });

    const run = async (query: string, expected: RegExp) => {
      await page.goto(`${origin}/graphiql?path=/graphql&wsPath=/graphql`);
      const editor = page.locator(".graphiql-query-editor .view-lines");
      await editor.waitFor({ timeout: 20_000 });
      await editor.click();
      await page.keyboard.press("Control+A");
      await page.keyboard.press("Backspace");
      await page.keyboard.insertText(query);
      await page.locator(".graphiql-execute-button").click();
      await page.locator(".graphiql-response .view-lines").getByText(expected).first().waitFor({ timeout: 20_000 });
    };
    await run('{ bookById(id: "1") { name } }', /Nineteen/);
    const screenshot = Deno.env.get("ESPALIER_SCREENSHOT");
    if (screenshot !== undefined) await page.screenshot({ path: screenshot });
    await page.getByText("Headers").first().click();
    await page.getByText("spring-cookie").first().waitFor({ timeout: 20_000 });
    await run("subscription { ticks }", /42/);
    assertEquals([foreign, violations], [[], []]);
    // A socket has no headers of the editor: they come with its initialisation.
    assertEquals(inits.at(-1), { "X-XSRF-TOKEN": "spring-cookie" });
  },
});
