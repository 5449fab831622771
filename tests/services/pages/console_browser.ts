import { assertEquals } from "@std/assert";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { type Container, type ContainerModule, createApp, createContainer } from "@espalier/espalier";
import { features } from "../../../examples/bookstore/features.ts";

const executablePath = "/usr/bin/chromium";

/** Whether the machine has a browser. */
export const hasBrowser: boolean = await Deno.stat(executablePath).then(() => true, () => false);

/** Where screenshots are written for people to look at: `ESPALIER_SCREENSHOTS`; absent for nowhere. */
const screenshots = Deno.env.get("ESPALIER_SCREENSHOTS");

/** The sizes and colours in which each page is looked at. */
export const views = [390, 1280, 2560].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme }))
);

/** A service with its console, and a browser; both are closed at the end of the block. */
export interface ConsoleSession extends AsyncDisposable {
  /** The address of the console. */
  readonly url: string;
  readonly browser: Browser;
  readonly container: Container;
  /** Sends a request to the service. */
  send(path: string, init?: RequestInit): Promise<Response>;
}

/**
 * Starts the bookstore in the development preset, and a browser.
 *
 * @param modules loaded before the bookstore's
 */
export function startConsole(...modules: readonly ContainerModule[]): Promise<ConsoleSession> {
  return startService(...modules, ...features());
}

/**
 * Starts a service in the development preset, and a browser.
 *
 * @param modules of the service
 */
export function startService(...modules: readonly ContainerModule[]): Promise<ConsoleSession> {
  return startIn(new URL("../../../examples/bookstore/main.ts", import.meta.url), ...modules);
}

/**
 * Starts a service of a folder in the development preset, and a browser.
 *
 * @param root a file in the service's folder
 * @param modules of the service
 */
export async function startIn(root: URL, ...modules: readonly ContainerModule[]): Promise<ConsoleSession> {
  const app = await createApp(createContainer(...modules), {
    root,
    properties: { preset: "development", logging: { level: "WARN" } },
  });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const origin = `http://127.0.0.1:${server.addr.port}`;
  return {
    url: `${origin}/console`,
    browser,
    container: app.container,
    send: (path, init) => fetch(origin + path, init),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await app[Symbol.asyncDispose]();
      await server.shutdown();
    },
  };
}

/** A page of the browser that notes what goes wrong in it. */
export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  /** Errors of the page's scripts and of its policy. */
  readonly problems: readonly string[];
}

/** Opens a page of a size and in a colour scheme. */
export async function openPage(
  { browser }: ConsoleSession,
  { width, colorScheme }: (typeof views)[number],
): Promise<WatchedPage> {
  const height = width < 500 ? 844 : width > 2_000 ? 1_300 : 800;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  return { page, problems, [Symbol.asyncDispose]: () => context.close() };
}

/**
 * Checks a page that is ready: nothing sticks out sideways, axe finds no violation, the console has no error.
 *
 * @param watched the page
 * @param name of the screenshot
 */
export async function checkPage({ page, problems }: WatchedPage, name: string): Promise<void> {
  const size = page.viewportSize()!;
  const scheme = await page.evaluate<string>("document.documentElement.dataset.theme");
  const view = `${name} at ${size.width} px, ${scheme}`;
  if (screenshots !== undefined) {
    await Deno.mkdir(screenshots, { recursive: true });
    await page.screenshot({ path: `${screenshots}/${name}-${size.width}-${scheme}.png` });
  }
  // A string is evaluated by the driver, outside of the page's policy.
  const widest = await page.evaluate<number>(
    "Math.max(document.documentElement.scrollWidth - innerWidth, " +
      "document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth)",
  );
  assertEquals(Math.max(0, widest), 0, `${view} scrolls sideways`);
  await page.evaluate(axe.source);
  const violations = await page.evaluate<string[]>(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => " +
      "violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))",
  );
  assertEquals(violations, [], view);
  assertEquals(problems, [], view);
}

/**
 * Measures an action from its begin until the browser has drawn its result, several times.
 *
 * @param page the page
 * @param action source that is run in the page; it may use `round`, `input(selector, text)` and `choose(selector, value)`
 * @returns the third quickest of seven times in milliseconds: other processes of the machine make some longer
 */
export async function quickest(page: Page, action: string): Promise<number> {
  return await page.evaluate<number>(`(async () => {
    const change = (type, prototype) => (selector, value) => {
      const element = document.querySelector(selector);
      Object.getOwnPropertyDescriptor(prototype, "value").set.call(element, value);
      element.dispatchEvent(new Event(type, { bubbles: true }));
    };
    const input = change("input", HTMLInputElement.prototype);
    const choose = change("change", HTMLSelectElement.prototype);
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // Scrolling is told with the first frame, and what follows from it is drawn with the second.
    const drawn = async () => { await frame(); await frame(); };
    const times = [];
    for (let round = 1; round <= 7; round++) {
      const start = performance.now();
      ${action};
      await drawn();
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[2];
  })()`);
}
