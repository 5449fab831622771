import { assertEquals } from "@std/assert";
import { traces } from "@espalier/espalier/observability";
import {
  checkPage,
  type ConsoleSession,
  hasBrowser,
  openPage,
  quickest,
  startConsole,
  views,
} from "./console_browser.ts";

/** The browser's process and pipes belong to the driver. */
const test = { ignore: !hasBrowser, sanitizeOps: false, sanitizeResources: false };

/** The least distance between two labels of the time axis, in pixels. */
const leastGap = `(() => {
  const boxes = [...document.querySelectorAll(".ticks-axis > span")].map((label) => label.getBoundingClientRect())
    .filter(({ width }) => width > 0);
  return Math.min(...boxes.slice(1).map(({ left }, at) => left - boxes[at].right));
})()`;

async function query(session: ConsoleSession): Promise<void> {
  const body = JSON.stringify({
    query: "query Shelf { books(first: 2) { edges { node { title author { name } } } } }",
  });
  const response = await session.send("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  await response.body?.cancel();
}

/** Sends spans as another service would: the bookstore keeps them. */
async function sendTraces(session: ConsoleSession, count: number): Promise<void> {
  const now = BigInt(Date.now()) * 1_000_000n;
  const span = (at: number) => ({
    traceId: at.toString(16).padStart(32, "0"),
    spanId: at.toString(16).padStart(16, "0"),
    name: `GET /orders/${at % 7}`,
    startTimeUnixNano: String(now - BigInt(at) * 1_000_000n),
    endTimeUnixNano: String(now - BigInt(at) * 1_000_000n + BigInt(at % 500) * 100_000n),
  });
  for (let at = 0; at < count; at += 1_000) {
    const spans = Array.from({ length: 1_000 }, (_, offset) => span(at + offset + 1));
    const response = await session.send("/actuator/traces/v1/traces", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }),
    });
    assertEquals([response.status, await response.json()], [200, {}]);
  }
}

Deno.test({
  ...test,
  name: "25.3 a person finds a trace by its operation and sees spans, SQL and log link, at every size",
  fn: async () => {
    await using session = await startConsole();
    await query(session);
    for (const view of views) {
      await using watched = await openPage(session, view);
      const { page } = watched;
      await page.goto(`${session.url}/traces`);
      await page.getByRole("option", { name: "query Shelf" }).first().waitFor();
      await checkPage(watched, "traces");
      await page.getByRole("searchbox", { name: "Name of operation" }).fill("shelf");
      await page.getByRole("listbox", { name: "Traces" }).focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "query Shelf" }).waitFor();
      await page.getByRole("option", { name: "select books" }).click();
      await page.getByText(/^select "t0"."id"/).last().waitFor();
      await checkPage(watched, "trace");
      const gap = await page.evaluate<number>(leastGap);
      assertEquals(gap > 4, true, `labels of the time axis are ${gap} px apart at ${view.width} px`);
      await page.getByRole("option", { name: "Catalog" }).first().click();
      await page.getByRole("link", { name: /^catalog\/book_controller\.ts:\d+$/ }).waitFor();
      await page.locator(".line.current").getByText("books(").waitFor();
      await checkPage(watched, "trace-source");
      await page.getByRole("link", { name: "Logs of the trace" }).click();
      await page.getByRole("button", { name: "Remove the filter trace" }).waitFor();
      await page.goBack();
      await page.getByRole("link", { name: "All traces" }).click();
      await page.getByRole("option", { name: "query Shelf" }).first().waitFor();
    }
  },
});

Deno.test({
  ...test,
  name: "25.3 10,000 traces stay quick: filtering, sorting and scrolling take less than 100 ms",
  fn: async () => {
    await using session = await startConsole(traces({ maxTraces: 10_000 }));
    await sendTraces(session, 10_000);
    await using watched = await openPage(session, { width: 1280, colorScheme: "light" });
    const { page } = watched;
    await page.goto(`${session.url}/traces`);
    await page.getByText("10,000 traces").waitFor();
    const typing = await quickest(page, "input('input[type=search]', 'orders/' + round % 7)");
    const sorting = await quickest(page, "choose('select[aria-label=Order]', round % 2 === 1 ? 'slowest' : '')");
    const scrolling = await quickest(page, "document.querySelector('.virtual-list').scrollTop = round * 20_000");
    const times = { typing, sorting, scrolling };
    assertEquals(Object.values(times).every((ms) => ms < 100), true, JSON.stringify(times));
    assertEquals(watched.problems, []);
  },
});
