import { assertEquals } from "@std/assert";
import { codeBlocks, type Page, page, pages, prose } from "./pages.ts";

const repository = new URL("../../", import.meta.url);

function exists(url: URL): boolean {
  try {
    Deno.statSync(url);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(url: URL): Set<string> {
  const text = prose({ path: url.pathname, text: Deno.readTextFileSync(url).replaceAll("`", "") });
  const seen = new Map<string, number>();
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) => {
    const slug = title!.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  }));
}

function deadLinks(page: Page): string[] {
  const links = [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  return links.flatMap((link) => {
    if (/^https?:\/\/[a-z0-9.-]+\.[a-z]+(\/\S*)?$/.test(link) || link.startsWith("mailto:")) return [];
    const url = new URL(link, new URL(page.path, repository));
    const anchor = url.hash.slice(1);
    url.hash = "";
    if (!url.href.startsWith(repository.href) || !exists(url)) return [`${page.path}: ${link}`];
    return anchor === "" || anchorsOf(url).has(decodeURIComponent(anchor))
      ? []
      : [`${page.path}: ${link} (no such heading)`];
  });
}

Deno.test("the documentation has no dead link", () => {
  assertEquals(pages().flatMap(deadLinks), []);
});

/** Files that the lists of changes name without a `+`, and the folders that answer the questions at the page's end. */
function pathsNamedBy(architecture: Page): string[] {
  const changed = codeBlocks(architecture).filter(({ info }) => info === "diff").flatMap(({ code }) =>
    [...code.matchAll(/^ +(\S+)/gm)].map(([, path]) => path!)
  );
  const questions = architecture.text.slice(architecture.text.indexOf("## Where would I change"));
  const folders = [...questions.matchAll(/`([a-z_]+(\/[a-z_]+)*)`/g)].map(([, folder]) => `src/${folder}`);
  return [...changed.filter((path) => !/AREA|NAME/.test(path)), ...folders];
}

Deno.test("28.2 every file and folder that the architecture page names exists", () => {
  const named = pathsNamedBy(page("docs/architecture.md"));
  assertEquals(named.filter((path) => !exists(new URL(path, repository))), []);
  assertEquals(named.length > 25, true, "the pattern finds the paths");
});

Deno.test("every page of docs is in its table of contents", () => {
  const contents = prose(pages().find(({ path }) => path === "docs/README.md")!);
  const paths = pages().map(({ path }) => path).filter((path) =>
    /^docs\/[^/]+\.md$/.test(path) && path !== "docs/README.md"
  );
  assertEquals(paths.filter((path) => !contents.includes(`](${path.slice("docs/".length)})`)), []);
});

Deno.test("every code block is run, or is no code", () => {
  const languages = [
    "sh",
    "json",
    "jsonc",
    "graphql",
    "text",
    "http",
    "sql",
    "mermaid",
    "yaml",
    "dockerfile",
    "html",
    "csv",
    "diff",
  ];
  const unknown = pages().flatMap((page) =>
    codeBlocks(page)
      .filter(({ info }) => info !== "ts" && info !== "ts ignore" && !languages.includes(info))
      .map(({ info }) => `${page.path}: "${info}"`)
  );
  assertEquals(unknown, []);
  // The blocks of these pages are files of one service, which a test of its own runs.
  const ignored = pages().filter((page) => codeBlocks(page).some(({ info }) => info === "ts ignore"));
  assertEquals(ignored.map(({ path }) => path), ["docs/existing-database.md", "docs/getting-started.md"]);
});

Deno.test("every test that a page names exists", () => {
  const named = pages().flatMap(({ path, text }) =>
    [...text.replaceAll(/\s+/g, " ").matchAll(/\]\(\.\.\/(tests\/[\w/]+_test\.ts)\) "([^"]+)"/g)]
      .map(([, file, name]) => ({ path, file: file!, name: name! }))
  );
  const missing = named.filter(({ file, name }) => !Deno.readTextFileSync(new URL(file, repository)).includes(name));
  assertEquals(missing, []);
  assertEquals(named.length > 40, true, "the pattern finds the names");
});
