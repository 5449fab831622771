import { assertEquals } from "@std/assert";
import { ContainerModule, LogSink } from "@espalier/espalier";
import { ApplicationListener, EventPublications, listenAfterCommit } from "@espalier/espalier/modulith";
import { OrderPlaced } from "../../../examples/bookstore/orders/mod.ts";
import { checkPage, hasBrowser, openPage, startConsole, views } from "./console_browser.ts";

/** The browser's process and pipes belong to the driver. */
const test = { ignore: !hasBrowser, sanitizeOps: false, sanitizeResources: false };

const quiet = new ContainerModule(({ bind }) => void bind(LogSink).toConstantValue(() => {}));

const order = JSON.stringify({
  query: 'mutation { placeOrder(input: { customer: "Ada", lines: [{ bookId: "pg1342", quantity: 1 }] }) { id } }',
});

Deno.test({
  ...test,
  name: "25.3 a person sees a failed listener and resubmits the event, at every size",
  fn: async () => {
    let isOpen = false;
    const handled: string[] = [];
    const warehouse = new ContainerModule(({ bind }) =>
      void bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, (_, publicationId) => {
          if (!isOpen) throw new Error("The warehouse is closed");
          handled.push(publicationId);
        }, { id: "warehouse.pack" }),
      )
    );
    await using session = await startConsole(quiet, warehouse);
    const publications = session.container.get(EventPublications);
    for (const view of views) {
      isOpen = false;
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: order };
      assertEquals((await (await session.send("/graphql", init)).json()).errors, undefined);
      await using watched = await openPage(session, view);
      const { page } = watched;
      await page.goto(`${session.url}/events`);
      const row = page.getByRole("row").filter({ hasText: "warehouse.pack" });
      await row.getByText("The warehouse is closed").waitFor();
      await checkPage(watched, "events");
      await row.getByRole("button", { name: "Give up OrderPlaced" }).click();
      await row.getByText("ABANDONED").waitFor();
      isOpen = true;
      await row.getByRole("button", { name: "Resubmit OrderPlaced" }).press("Enter");
      await row.waitFor({ state: "detached" });
      await page.getByRole("button", { name: /^Completed/ }).click();
      await row.first().getByText("COMPLETED").waitFor();
    }
    assertEquals([handled.length, (await publications.counts()).FAILED ?? 0], [views.length, 0]);
  },
});
