import { readSourceFacts, SourceTree } from "../modulith/mod.ts";

/** A class, interface or constant of the service that implements a schema type. */
export interface ServiceType {
  /** The file that the generated module imports it from, relative to the root. */
  readonly file: string;
  /** Its exported name. */
  readonly name: string;
  /** The kind of export: a class exists at run time, the others only for the compiler. */
  readonly kind: "class" | "type" | "scalar";
}

interface Candidate extends ServiceType {
  /** The file that declares it. */
  readonly declaredIn: string;
}

/** The options for finding service types. */
export interface ServiceTypesOptions {
  /** The service's folder, as a `file:` URL ending in a slash. */
  readonly root: URL;
  /** Names of schema types that may have a class. */
  readonly types: ReadonlySet<string>;
  /** Names of scalars that may have a `GraphQLScalarType`. */
  readonly scalars: ReadonlySet<string>;
  /** Files to ignore, relative to the root: the generated ones. */
  readonly ignore: readonly string[];
  /** Configured types, which take precedence over those found; `undefined` for schema types without a class. */
  readonly chosen: ReadonlyMap<string, ServiceType | undefined>;
}

/**
 * Finds the classes, and the `GraphQLScalarType`s, that a service exports under the names of schema types. In a folder
 * with a `mod.ts`, only its exports are considered, and imported from there.
 *
 * @param options the folder and the names
 * @returns the types by schema type
 * @throws TypeError when two classes have the same name
 */
export function findServiceTypes(options: ServiceTypesOptions): ReadonlyMap<string, ServiceType> {
  const { root, types, scalars, ignore, chosen } = options;
  const tree = SourceTree.read(root, { ignore: (path) => ignore.includes(path) });
  const found = new Map<string, Candidate[]>();
  for (const [path, file] of tree.files) {
    const named = file.exports.filter(({ name, reference }) =>
      reference === undefined && (types.has(name) || scalars.has(name)) && !chosen.has(name)
    );
    if (named.length === 0) continue;
    const text = Deno.readTextFileSync(new URL(path, root));
    for (const { name, local = name } of named) {
      const kind = types.has(name) ? "class" : "scalar";
      if (!declares(text, kind, local)) continue;
      const type = offered({ declaredIn: path, name, kind }, tree);
      if (type) found.set(name, [...found.get(name) ?? [], type]);
    }
  }
  const all = new Map<string, ServiceType>();
  for (const [name, candidates] of found) all.set(name, only(name, candidates));
  for (const [name, type] of chosen) if (type) all.set(name, type);
  return all;
}

/** Whether a text declares a name at the beginning of a line, as comments and strings may contain the same words. */
function declares(text: string, kind: Candidate["kind"], name: string): boolean {
  const keyword = kind === "class" ? "class" : "const";
  const pattern = new RegExp(`^(?:export +)?(?:default +)?(?:abstract +)?${keyword} +${name}\\b`, "m");
  const declaration = pattern.exec(text);
  if (declaration === null) return false;
  return kind === "class" || text.slice(declaration.index, declaration.index + 200).includes("GraphQLScalarType");
}

function only(name: string, candidates: readonly Candidate[]): Candidate {
  if (candidates.length === 1) return candidates[0]!;
  const files = candidates.map(({ declaredIn }) => `"${declaredIn}"`).join(" and ");
  throw new TypeError(
    `Cannot tie schema type "${name}" to a class as several files export one, ${files}: choose by --model ` +
      `${name}=./${candidates[0]!.declaredIn}#${name}`,
  );
}

/** The file to import a type from: the nearest `mod.ts`, or the declaring file if no parent folder has one. */
function offered({ declaredIn, name, kind }: Omit<Candidate, "file">, tree: SourceTree): Candidate | undefined {
  const folders = declaredIn.split("/").slice(0, -1);
  let isInModule = false;
  for (let depth = folders.length; depth > 0; depth--) {
    const path = [...folders.slice(0, depth), "mod.ts"].join("/");
    const file = tree.files.get(path);
    isInModule ||= file !== undefined;
    const exported = file?.exports.find(({ reference, imported = "", ...own }) =>
      reference !== undefined && file.references[reference]?.target === declaredIn &&
      (own.name === "*" || imported === name || imported === "" && own.name === name)
    );
    if (exported) return { file: path, declaredIn, name: exported.name === "*" ? name : exported.name, kind };
  }
  return isInModule ? undefined : { file: declaredIn, declaredIn, name, kind };
}

/**
 * Reads the type of a command line option: `./catalog/book.ts#StoredBook`.
 *
 * @param root the service's folder
 * @param value the value of the option
 * @param option the name of the option, for errors
 * @throws TypeError when the file does not export the name
 */
export function chosenType(root: URL, value: string, option: string): ServiceType {
  const [path = "", name = ""] = value.split("#");
  const file = path.replace(/^\.\//, "");
  let text: string;
  try {
    text = Deno.readTextFileSync(new URL(file, root));
  } catch (cause) {
    throw new TypeError(`Cannot use ${option} as there must be a file "${path}" in ${root.pathname}`, { cause });
  }
  const exported = readSourceFacts(text, file).exports;
  if (!exported.some((each) => each.name === name || each.name === "*")) {
    throw new TypeError(
      `Cannot use ${option} as it must name an export, such as ./catalog/book.ts#Book: "${path}" exports ${
        exported.map((each) => each.name).join(", ") || "nothing"
      }`,
    );
  }
  const isClass = exported.some((each) => each.name === name && each.reference !== undefined) ||
    declares(text, "class", name);
  return { file, name, kind: isClass ? "class" : "type" };
}
