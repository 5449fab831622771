/** A folder with source files that is removed at the end of a test. */
export interface Project extends Disposable {
  /** The folder, ending in a slash. */
  readonly root: URL;
  /** Adds or replaces a file. */
  write(path: string, text: string): void;
}

/** Writes files into a new folder. */
export function project(files: Readonly<Record<string, string>>, name = "shop"): Project {
  const parent = Deno.makeTempDirSync({ prefix: "espalier-" });
  const root = new URL(`${encodeURIComponent(name)}/`, `file://${parent}/`);
  const write = (path: string, text: string) => {
    const file = new URL(path, root);
    Deno.mkdirSync(new URL(".", file), { recursive: true });
    Deno.writeTextFileSync(file, text);
  };
  Deno.mkdirSync(root);
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { root, write, [Symbol.dispose]: () => Deno.removeSync(parent, { recursive: true }) };
}

/** The text of a `module.ts` with these attributes. */
export function declaration(attributes: string): string {
  return `import { applicationModule } from "@espalier/espalier/modulith";
export default applicationModule(import.meta.url, ${attributes}, () => {});
`;
}
