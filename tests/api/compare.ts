import { publicSurface } from "./public_surface.ts";

// Compares the public surface with that of a commit, and says which version the change needs:
// `deno task api:compare v0.1.0`. Fails when the version in deno.json is lower.

/** What became of one entry point. */
export interface SurfaceChange {
  readonly report: string;
  /** Lines that are gone or read otherwise: who used them may have to change code. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * Compares two surfaces, line by line within each declaration.
 *
 * @param before the reports of the earlier commit, by file name
 * @param after the reports of today
 * @returns the reports that differ
 */
export function compareSurfaces(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): SurfaceChange[] {
  const changes: SurfaceChange[] = [];
  for (const report of new Set([...before.keys(), ...after.keys()])) {
    const old = declaredLines(before.get(report) ?? "");
    const now = declaredLines(after.get(report) ?? "");
    const removed = [...old].filter((line) => !now.has(line));
    const added = [...now].filter((line) => !old.has(line));
    if (removed.length > 0 || added.length > 0) changes.push({ report, removed, added });
  }
  return changes;
}

/** Each member with its declaration before it, as interfaces share names of members. */
function declaredLines(report: string): Set<string> {
  let declaration = "";
  const lines = new Set<string>();
  for (const line of report.split("\n")) {
    if (line === "") continue;
    if (!line.startsWith(" ")) declaration = line;
    lines.add(line.startsWith(" ") ? `${declaration} › ${line.trim()}` : line);
  }
  return lines;
}

/**
 * The lowest version that may carry a change, by semantic versioning. Below 1.0.0 the second number counts what breaks.
 *
 * @param version the earlier version, such as `0.1.0`
 * @param changes what changed since
 */
export function neededVersion(version: string, changes: readonly SurfaceChange[]): string {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (!parts) throw new TypeError(`Cannot compare version "${version}": it must be three numbers such as "0.1.0"`);
  const [major, minor, patch] = parts.slice(1).map(Number) as [number, number, number];
  const breaks = changes.some(({ removed }) => removed.length > 0);
  const isStable = major > 0;
  if (changes.length === 0 || (!breaks && !isStable)) return `${major}.${minor}.${patch + 1}`;
  if (breaks && isStable) return `${major + 1}.0.0`;
  return `${major}.${minor + 1}.0`;
}

/** Whether a version is as high as another, or higher. */
export function isAtLeast(version: string, other: string): boolean {
  return version.localeCompare(other, "en", { numeric: true }) >= 0;
}

/**
 * Runs git in the repository.
 *
 * @returns what it prints
 * @throws Error with its message when it fails
 */
export async function git(...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("git", { args }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr).trim());
  return new TextDecoder().decode(stdout);
}

/**
 * Reads the public surface of a commit from its reports.
 *
 * @param commit a commit or tag that has docs/api
 * @returns the reports, by file name
 */
export async function surfaceAt(commit: string): Promise<Map<string, string>> {
  const files = (await git("ls-tree", "--name-only", commit, "docs/api/")).split("\n").filter(Boolean);
  if (files.length === 0) throw new Error(`Commit "${commit}" has no docs/api: name a later one`);
  const surface = new Map<string, string>();
  for (const file of files) surface.set(file.slice("docs/api/".length), await git("show", `${commit}:${file}`));
  return surface;
}

/** The version that deno.json of a commit names. */
export async function versionAt(commit: string): Promise<string> {
  return JSON.parse(await git("show", `${commit}:deno.json`)).version;
}

async function main([commit]: readonly string[]): Promise<void> {
  if (commit === undefined) throw new Error('Name the commit to compare with, such as "deno task api:compare v0.1.0"');
  const changes = compareSurfaces(await surfaceAt(commit), await publicSurface());
  for (const { report, removed, added } of changes) {
    console.log([report, ...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`), ""].join("\n"));
  }
  const before = await versionAt(commit);
  const needed = neededVersion(before, changes);
  const { version } = JSON.parse(await Deno.readTextFile(new URL("../../deno.json", import.meta.url)));
  console.log(`${commit} is ${before}; the next release is ${needed} or higher; deno.json says ${version}`);
  if (changes.length > 0 && !isAtLeast(version, needed)) Deno.exit(1);
}

if (import.meta.main) {
  try {
    await main(Deno.args);
  } catch (error) {
    console.error(`Cannot compare the public surface: ${error instanceof Error ? error.message : error}`);
    Deno.exit(2);
  }
}
