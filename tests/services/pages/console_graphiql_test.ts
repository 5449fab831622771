import { assertEquals, assertMatch } from "@std/assert";
import { graphql, Resource } from "@espalier/espalier";
import { console as consolePages } from "@espalier/espalier/console";
import { graphiql } from "@espalier/espalier/graphiql";
import { checkPage, hasBrowser, openPage, startConsole, startIn, views } from "./console_browser.ts";

/** The browser's process and pipes belong to the driver. */
const test = { ignore: !hasBrowser, sanitizeOps: false, sanitizeResources: false };

const editor = ".graphiql-query-editor .view-lines";

Deno.test({
  ...test,
  name: "25.3 GraphiQL runs in the console's shell at every size, light and dark",
  fn: async () => {
    await using session = await startConsole();
    for (const view of views) {
      await using watched = await openPage(session, view);
      const { page } = watched;
      await page.goto(`${session.url}/graphiql`);
      const frame = page.frameLocator("iframe[title=GraphiQL]");
      await frame.locator(editor).waitFor();
      await frame.locator(`body.graphiql-${view.colorScheme}`).waitFor();
      await page.getByLabel("Files of the project").selectOption("graphql-test/catalog.graphql");
      await page.getByText("Opened graphql-test/catalog.graphql").waitFor();
      assertEquals(await page.getByLabel("File of the tab").inputValue(), "graphql-test/catalog.graphql");
      await checkPage(watched, "graphiql");
      // From the system's colours to light, and to dark.
      for (const theme of ["light", "dark"]) {
        await page.getByRole("button", { name: /^Colours/ }).click();
        await frame.locator(`body.graphiql-${theme}`).waitFor();
      }
    }
  },
});

Deno.test({
  ...test,
  name: "25.3 operations of the project are opened in GraphiQL, run, and saved in the file",
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      await Deno.mkdir(`${folder}/graphql-documents`);
      const file = `${folder}/graphql-documents/Greeting.graphql`;
      await Deno.writeTextFile(file, "query Greeting { greeting }\n");
      const schema = Resource.text("greeting", 'type Query { "Says hello" greeting: String }');
      await using session = await startIn(
        new URL(`file://${folder}/main.ts`),
        consolePages(),
        graphql({ schema: [schema] }),
        graphiql(),
      );
      await using watched = await openPage(session, { width: 1280, colorScheme: "light" });
      const { page } = watched;
      await page.goto(`${session.url}/graphiql`);
      const frame = page.frameLocator("iframe[title=GraphiQL]");
      await page.getByLabel("Files of the project").selectOption("graphql-documents/Greeting.graphql");
      await frame.locator(editor).getByText("query Greeting").waitFor();
      await frame.locator(".graphiql-execute-button").click();
      await frame.locator(".graphiql-response .view-lines").getByText(/"greeting"/).first().waitFor();
      await frame.locator(editor).click();
      await page.keyboard.press("Control+End");
      await page.keyboard.insertText("# checked");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved graphql-documents/Greeting.graphql").waitFor();
      assertEquals(await Deno.readTextFile(file), "query Greeting { greeting }\n# checked");
      await Deno.writeTextFile(file, "query Greeting { hello: greeting }\n");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("alert").getByText("has changed since it was opened").waitFor();
      assertEquals(await Deno.readTextFile(file), "query Greeting { hello: greeting }\n");
      await page.getByLabel("File of the tab").fill("graphql-documents/other/Greeting.graphql");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved graphql-documents/other/Greeting.graphql").waitFor();
      assertMatch(await Deno.readTextFile(`${folder}/graphql-documents/other/Greeting.graphql`), /# checked/);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
