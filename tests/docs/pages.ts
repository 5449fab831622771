const repository = new URL("../../", import.meta.url);

/** A Markdown page of the repository. */
export interface Page {
  /** Its path below the repository's root. */
  readonly path: string;
  readonly text: string;
}

/** The pages for contributors, the README, and everything below `docs` and `examples` that is Markdown. */
export function pages(): Page[] {
  const paths = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    ...markdownBelow("docs/"),
    ...markdownBelow("examples/"),
  ];
  return paths.sort().map((path) => ({ path, text: Deno.readTextFileSync(new URL(path, repository)) }));
}

/** A page by its path. */
export function page(path: string): Page {
  return { path, text: Deno.readTextFileSync(new URL(path, repository)) };
}

function markdownBelow(folder: string): string[] {
  return [...Deno.readDirSync(new URL(folder, repository))].flatMap(({ name, isDirectory }) => {
    if (isDirectory) return markdownBelow(`${folder}${name}/`);
    return name.endsWith(".md") ? [folder + name] : [];
  });
}

/** A fenced block of a page. */
export interface CodeBlock {
  /** What stands behind the fence, for example `ts ignore`. */
  readonly info: string;
  readonly code: string;
}

/** The fenced blocks of a page, in order. */
export function codeBlocks({ text }: Page): CodeBlock[] {
  return [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, info, code]) => ({
    info: info!.trim(),
    code: code!,
  }));
}

/** The page's text without its fenced blocks and inline code. */
export function prose({ text }: Page): string {
  return text.replace(/^```[^\n]*\n[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
}

/** The lines of a text that are not empty, without the spaces and dashes by which the formatter aligns tables. */
export function unaligned(text: string): string[] {
  return text.split("\n").map((line) => line.replace(/ +/g, " ").replace(/-{3,}/g, "---").trimEnd()).filter((line) =>
    line !== ""
  );
}
