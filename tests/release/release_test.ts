import { assertEquals, assertMatch } from "@std/assert";
import { parse } from "yaml";
import { type Release, releaseProblems } from "./check_release.ts";

const repository = new URL("../../", import.meta.url);
const read = (file: string) => Deno.readTextFile(new URL(file, repository));

const surface = new Map([["mod.txt", "function books(): Book[]\n\nfunction authors(): Author[]\n"]]);
const release: Release = {
  version: "0.2.0",
  tag: "v0.2.0",
  changelog: "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- Authors.\n",
  surface,
  reports: surface,
  previous: { version: "0.1.3", surface: new Map([["mod.txt", "function books(): Book[]\n"]]) },
};

Deno.test("28.7 a release with its section in the changelog, its reports and a fitting version passes", () => {
  assertEquals(releaseProblems(release), []);
  assertEquals(releaseProblems({ ...release, version: "0.1.4", tag: "v0.1.4" }), [
    'CHANGELOG.md must have a section "## [0.1.4] - YYYY-MM-DD" with entries',
  ]);
  const { previous: _, ...first } = release;
  assertEquals(releaseProblems(first), []);
});

Deno.test("28.7 a removed export without the version that announces it is refused", () => {
  const previous = { version: "0.1.3", surface };
  const removed = new Map([["mod.txt", "function authors(): Author[]\n"]]);
  const without = { ...release, previous, surface: removed, reports: removed };
  assertEquals(releaseProblems(without), []); // below 1.0.0 the second number announces it
  const { tag: _, ...untagged } = without;
  assertEquals(releaseProblems({ ...untagged, version: "0.1.4" }), [
    'version "0.1.4" must be 0.2.0 or higher, after 0.1.3 (signatures gone or changed: 1, ' +
    "first mod.txt: function books(): Book[])",
  ]);
  assertEquals(
    releaseProblems({ ...untagged, version: "1.4.0", previous: { version: "1.3.9", surface } }).length,
    1,
  );
  assertEquals(releaseProblems({ ...untagged, version: "2.0.0", previous: { version: "1.3.9", surface } }), []);
  assertEquals(releaseProblems({ ...release, previous: { version: "0.2.0", surface } }), [
    'version "0.2.0" must be 0.2.1 or higher, after 0.2.0',
  ]);
});

Deno.test("28.7 a release with a foreign tag, open changes, old reports or an unreadable version is refused", () => {
  assertEquals(releaseProblems({ ...release, tag: "v0.3.0" }), ['tag "v0.3.0" must be "v0.2.0", as deno.json says']);
  const changelog = release.changelog.replace("[Unreleased]\n", "[Unreleased]\n\n- More.\n");
  assertEquals(releaseProblems({ ...release, changelog }), [
    'CHANGELOG.md must have no entries left under "[Unreleased]"',
  ]);
  const undated = release.changelog.replace(" - 2026-12-01", "");
  assertEquals(releaseProblems({ ...release, changelog: undated }).length, 1);
  assertEquals(releaseProblems({ ...release, reports: new Map() }), [
    "docs/api is out of date: run deno task api:report",
  ]);
  assertEquals(releaseProblems({ ...release, version: "0.2" }), [
    'version "0.2" must be three numbers such as "0.1.0"',
  ]);
});

/** A job of the workflow, as far as it is read here. */
interface Job {
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly with?: object }[];
}

Deno.test("28.7 the workflow publishes tags with provenance, after the gate and the release check", async () => {
  const workflow = parse(await read(".github/workflows/publish.yml")) as {
    readonly on: unknown;
    readonly permissions: unknown;
    readonly jobs: Readonly<Record<string, Job>>;
  };
  assertEquals(workflow.on, { push: { tags: ["v*"] } });
  // Only the job that publishes may ask for an identity; no job may write to the repository.
  assertEquals(workflow.permissions, { contents: "read" });
  const { gate, publish } = workflow.jobs as { gate: Job; publish: Job };
  assertEquals([gate.permissions, publish.needs], [undefined, "gate"]);
  assertEquals(publish.permissions, { contents: "read", "id-token": "write" });
  const commands = ({ steps }: Job) => steps.flatMap(({ run }) => run?.trim().split("\n") ?? []);
  assertEquals(commands(gate).at(-1), ".ci/run");
  const [check, bundle, upload] = commands(publish).slice(-3).map((command) => command.trim());
  assertMatch(check!, /^npx --yes "\$DENO" task release:check "\$GITHUB_REF_NAME"$/);
  assertEquals([bundle, upload], ['npx --yes "$DENO" task bundle', 'cd dist && npx --yes "$DENO" publish']);
  // Tags are compared with the release before, so the whole history is needed.
  assertEquals(publish.steps[0]!.with, { "fetch-depth": 0 });
  const tasks = JSON.parse(await read("deno.json")).tasks as Record<string, string>;
  assertEquals(typeof tasks["release:check"], "string");
});

Deno.test("28.7 the policy names the version of Deno that the gate runs, and the files that it speaks of", async () => {
  const [, version] = /npx --yes deno@(\d+\.\d+)\.\d+/.exec(await read("README.md"))!;
  assertMatch(await read("SECURITY.md"), new RegExp(`Deno ${version}`));
  assertMatch(await read("docs/releases.md"), /deno task release:check/);
});
