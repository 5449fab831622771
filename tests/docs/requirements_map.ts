/**
 * Writes docs/requirements.md, the map from requirements to the tests that prove them: `deno task docs:requirements`.
 *
 * The name of a test begins with the requirements that it proves, such as `A2.3 schemaFactory replaces …`.
 */

const repository = new URL("../../", import.meta.url);
const page = new URL("docs/requirements.md", repository);

/** Areas of requirements, by the letters that their ids begin with. */
const areas: Readonly<Record<string, string>> = {
  A: "GraphQL",
  B: "Modules, events and the actuator",
  C: "Repositories and hypermedia",
  D: "Documentation and examples",
  E: "Errors",
  P: "Package",
  S: "Security of input, and testing",
  X: "Exactness of the engine",
};

/** The start of a test's name: one id or several. */
const ids = /^((?:[A-Z]{1,2}\d+(?:\.\d+)*|C-\d+|\d{2}\.\d+),? )+/;
/** The numbers of behaviour cases, which are no requirements. */
const caseId = /^C-?\d{3}$/;
const namedTest = /(?:Deno\.test\(|\bname:)\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;

const later = "Later changes, by their numbers";

interface Proof {
  readonly file: string;
  readonly name: string;
}

/** The text of the page. */
export async function requirementsPage(): Promise<string> {
  const proofs = new Map<string, Proof[]>();
  for (const file of await testFiles("tests")) {
    const text = await Deno.readTextFile(new URL(file, repository));
    for (const [, quoted, template] of text.matchAll(namedTest)) {
      const name = quoted ?? template!;
      for (const id of ids.exec(name)?.[0].split(/,? /).filter((id) => id && !caseId.test(id)) ?? []) {
        proofs.set(id, [...proofs.get(id) ?? [], { file, name: name.replace(ids, "") }]);
      }
    }
  }
  const sorted = [...proofs].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  const sections = Map.groupBy(sorted, ([id]) => sectionOf(id));
  return [
    "# Requirements and their tests",
    "",
    "`deno task docs:requirements` writes this page from the names of the tests, which begin with what they prove. The test",
    "that is named is the first of its requirement.",
    ...[...sections].sort(([a], [b]) => Number(a === later) - Number(b === later)).flatMap((
      [title, entries],
    ) => ["", `## ${title}`, "", ...tableOf(entries)]),
    "",
  ].join("\n");
}

function sectionOf(id: string): string {
  if (/^\d/.test(id)) return later;
  return areas[id[0]!] ?? "Behaviour";
}

function tableOf(entries: readonly (readonly [string, readonly Proof[]])[]): string[] {
  const rows = entries.map(([id, proofs]) => {
    const files = [...new Set(proofs.map(({ file }) => file))];
    const links = files.slice(0, 3).map((file) => `[${file.slice("tests/".length)}](../${file})`);
    const more = files.length > 3 ? ` and ${files.length - 3} more` : "";
    return `| ${id} | ${proofs[0]!.name.replaceAll("|", "\\|").replace(/\$\{[^}]*\}/g, "…")} | ${
      links.join(", ")
    }${more} |`;
  });
  return ["| Id | What is proven, first of all | Files |", "| --- | --- | --- |", ...rows];
}

async function testFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(new URL(`${folder}/`, repository))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) found.push(...await testFiles(path));
    else if (entry.name.endsWith("_test.ts")) found.push(path);
  }
  return found.sort();
}

if (import.meta.main) {
  await Deno.writeTextFile(page, await requirementsPage());
  const { success } = await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", page.pathname] }).output();
  if (!success) throw new Error(`Cannot format "${page.pathname}"`);
}
