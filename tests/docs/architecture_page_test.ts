import { assert, assertEquals } from "@std/assert";
import { page } from "./pages.ts";

const source = new URL("../../src/", import.meta.url);

/** Rows of the table below a heading that begins with the given text, without head and rule, as cells. */
function rowsBelow(heading: string): string[][] {
  const { text } = page("docs/architecture.md");
  const section = text.split(/^## /m).find((each) => each.startsWith(heading)) ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|")).slice(2);
  return rows.map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()));
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(new URL(path, source)).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

Deno.test("28.2 a newcomer's ten questions are answered by folders that exist", () => {
  const rows = rowsBelow("Where would I change");
  assert(rows.length >= 10, `There are ${rows.length} questions`);
  const answers = rows.map(([question, answer]) => ({
    question,
    folders: [...answer!.matchAll(/`([^`]+)`/g)].map(([, folder]) => folder!),
  }));
  assertEquals(answers.filter(({ folders }) => folders.length === 0 || !folders.every(isFolder)), []);
});

Deno.test("28.2 the map has every area, and every part of the GraphQL area", () => {
  const named = (heading: string) =>
    new Set(rowsBelow(heading).flatMap(([first]) => [...first!.matchAll(/\.\.\/src\/([\w/]+)/g)].map(([, at]) => at!)));
  const foldersIn = (folder: string) =>
    [...Deno.readDirSync(new URL(folder, source))].filter(({ isDirectory }) => isDirectory).map(({ name }) => name);
  const areas = named("Areas");
  // The engine's own stand-ins for the standard library hold nothing of the framework.
  assertEquals(foldersIn("./").filter((name) => name !== "std" && !areas.has(name)), []);
  assertEquals(foldersIn("graphql/").filter((name) => !areas.has(`graphql/${name}`)), []);
});
