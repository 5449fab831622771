import { compareSurfaces, git, isAtLeast, neededVersion, surfaceAt, versionAt } from "../api/compare.ts";
import { publicSurface, reports } from "../api/public_surface.ts";

// Refuses a release whose version, changelog or API reports do not fit the code: `deno task release:check v0.2.0`.
// Without a tag it checks what the next release would be.

/** What a release is checked by. */
export interface Release {
  /** The version in deno.json. */
  readonly version: string;
  /** The tag that is released; absent before there is one. */
  readonly tag?: string;
  /** The text of CHANGELOG.md. */
  readonly changelog: string;
  /** The public surface of the code, by report. */
  readonly surface: ReadonlyMap<string, string>;
  /** The reports in docs/api. */
  readonly reports: ReadonlyMap<string, string>;
  /** The release before; absent for the first one. */
  readonly previous?: { readonly version: string; readonly surface: ReadonlyMap<string, string> };
}

/**
 * Finds what keeps a release from being published.
 *
 * @param release the version, and what it is compared with
 * @returns one sentence for each problem
 */
export function releaseProblems(release: Release): string[] {
  const { version, tag } = release;
  if (!/^\d+\.\d+\.\d+$/.test(version)) return [`version "${version}" must be three numbers such as "0.1.0"`];
  return [
    ...(tag === undefined || tag === `v${version}` ? [] : [`tag "${tag}" must be "v${version}", as deno.json says`]),
    ...changelogProblems(release),
    ...(compareSurfaces(release.reports, release.surface).length === 0
      ? []
      : ["docs/api is out of date: run deno task api:report"]),
    ...versionProblems(release),
  ];
}

function changelogProblems({ version, tag, changelog }: Release): string[] {
  if (tag === undefined) return [];
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  const unreleased = sections.find((text) => text.startsWith("[Unreleased]"));
  const hasEntries = (text: string | undefined) => /^- /m.test(text ?? "");
  return [
    ...(section !== undefined && /^\S+ - \d{4}-\d{2}-\d{2}$/m.test(section.split("\n")[0]!) && hasEntries(section)
      ? []
      : [`CHANGELOG.md must have a section "## [${version}] - YYYY-MM-DD" with entries`]),
    ...(hasEntries(unreleased) ? [`CHANGELOG.md must have no entries left under "[Unreleased]"`] : []),
  ];
}

function versionProblems({ version, surface, previous }: Release): string[] {
  if (previous === undefined) return [];
  const changes = compareSurfaces(previous.surface, surface);
  const needed = neededVersion(previous.version, changes);
  if (isAtLeast(version, needed)) return [];
  const removed = changes.flatMap(({ report, removed }) => removed.map((line) => `${report}: ${line}`));
  const why = removed.length === 0 ? "" : ` (signatures gone or changed: ${removed.length}, first ${removed[0]})`;
  return [`version "${version}" must be ${needed} or higher, after ${previous.version}${why}`];
}

async function previousTag(tag: string | undefined): Promise<string | undefined> {
  const tags = (await git("tag", "--merged", "HEAD", "--sort=-version:refname", "--list", "v*")).split("\n");
  return tags.find((name) => /^v\d+\.\d+\.\d+$/.test(name) && name !== tag);
}

async function readReports(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { name } of Deno.readDir(reports)) found.set(name, await Deno.readTextFile(new URL(name, reports)));
  return found;
}

async function main([tag]: readonly string[]): Promise<number> {
  const repository = new URL("../../", import.meta.url);
  const before = await previousTag(tag);
  const problems = releaseProblems({
    version: JSON.parse(await Deno.readTextFile(new URL("deno.json", repository))).version,
    ...(tag === undefined ? {} : { tag }),
    changelog: await Deno.readTextFile(new URL("CHANGELOG.md", repository)),
    surface: await publicSurface(),
    reports: await readReports(),
    ...(before === undefined
      ? {}
      : { previous: { version: await versionAt(before), surface: await surfaceAt(before) } }),
  });
  for (const problem of problems) console.error(`Cannot release: ${problem}`);
  if (problems.length === 0) console.log(`Ready to release${before === undefined ? "" : `, after ${before}`}`);
  return problems.length === 0 ? 0 : 1;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
