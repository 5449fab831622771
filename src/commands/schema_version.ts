import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  type GraphQLSchema,
  type IntrospectionQuery,
} from "../../deps.ts";
import { Resource } from "../graphql/mod.ts";
import { loadSchema, schemaOfResources } from "../schema_types/load_schema.ts";

/** The locations of schema versions. */
export interface VersionPlaces {
  /** The service's folder. */
  readonly root: URL;
  /** Glob patterns of schema files below it. */
  readonly locations: readonly string[];
  /** Endings of schema files. */
  readonly extensions: readonly string[];
  /** Headers sent to services. */
  readonly headers: Headers;
}

/**
 * Reads one version of a schema.
 *
 * @param name a schema file, a folder with schema files, `git:REVISION`, or the address of a service's endpoint or
 * schema
 * @param places the locations of schema files
 * @throws TypeError if there is no schema
 */
export async function schemaVersion(name: string, places: VersionPlaces): Promise<GraphQLSchema> {
  if (/^https?:/.test(name)) return await schemaOfService(new URL(name), places.headers);
  if (name.startsWith("git:")) return await schemaOfRevision(name.slice("git:".length), places);
  const url = new URL(name, `file://${Deno.cwd()}/`);
  const info = await Deno.stat(url).catch(() => undefined);
  if (info === undefined) {
    throw new TypeError(
      `Cannot read schema "${name}" as it must be a file, a folder, git:REVISION or an address: there is no such file`,
    );
  }
  if (!info.isDirectory) return (await schemaOfResources([Resource.file(url)])).schema;
  const { locations, extensions } = places;
  return (await loadSchema({ root: new URL(`${url.href.replace(/\/$/, "")}/`), locations, extensions })).schema;
}

async function schemaOfService(url: URL, given: Headers): Promise<GraphQLSchema> {
  const isText = /(?:\/schema|\.graphqls?|\.gqls?)$/.test(url.pathname);
  const headers = new Headers({ accept: isText ? "text/plain" : "application/json" });
  given.forEach((value, header) => headers.set(header, value));
  if (!isText) headers.set("content-type", "application/json");
  const response = await fetch(url, { headers, ...(isText ? {} : { method: "POST", body: introspection }) });
  const text = await response.text();
  if (!response.ok) throw unusable(url, `the answer must have a status of 2xx: current value is "${response.status}"`);
  if (isText) return buildSchema(text, { assumeValidSDL: true });
  const { data, errors } = JSON.parse(text) as { data?: IntrospectionQuery; errors?: { message: string }[] };
  if (data === undefined || data === null) {
    throw unusable(url, `it must allow introspection, or name its schema endpoint: ${errors?.[0]?.message ?? text}`);
  }
  return buildClientSchema(data);
}

function unusable(url: URL, reason: string): TypeError {
  return new TypeError(`Cannot read the schema of ${url.origin}${url.pathname} as ${reason}`);
}

const introspection = JSON.stringify({
  query: getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, oneOf: true }),
});

async function schemaOfRevision(
  revision: string,
  { root, locations, extensions }: VersionPlaces,
): Promise<GraphQLSchema> {
  const folders = locations.map((location) => folderOf(location) || ".");
  // A name that begins with "-" would be an option.
  if (revision === "" || revision.startsWith("-")) throw new TypeError(`Cannot read git revision "${revision}"`);
  const listed = await git(root, ["ls-tree", "-r", "-z", "--name-only", revision, "--", ...folders]);
  const paths = listed.split("\0").filter((path) => extensions.some((extension) => path.endsWith(extension)));
  if (paths.length === 0) {
    throw new TypeError(
      `Cannot read schema "git:${revision}" as the revision must have files that end in ${extensions.join(" or ")} ` +
        `below ${folders.join(", ")}`,
    );
  }
  const resources = paths.map((path) => ({
    description: `${revision}:${path}`,
    text: () => git(root, ["show", `${revision}:./${path}`]),
  }));
  return (await schemaOfResources(resources)).schema;
}

async function git(folder: URL, args: readonly string[]): Promise<string> {
  const command = new Deno.Command("git", { args: ["-C", folder.pathname, ...args], stdout: "piped", stderr: "piped" });
  const { success, stdout, stderr } = await command.output();
  if (success) return new TextDecoder().decode(stdout);
  throw new TypeError(`Cannot read the git revision: ${new TextDecoder().decode(stderr).trim()}`);
}

/** The folder of a glob pattern's files, ending in a slash. */
function folderOf(pattern: string): string {
  const [fixed = ""] = pattern.split(/[*?{]/);
  return fixed.slice(0, fixed.lastIndexOf("/") + 1);
}
