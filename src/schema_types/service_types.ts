import { readSourceFacts, SourceTree } from "../modulith/mod.ts";

/** A class, interface or constant of the service that stands for a schema type. */
export interface ServiceType {
  /** The file that the generated module imports it from, relative to the root. */
  readonly file: string;
  /** Its name there. */
  readonly name: string;
  /** A class exists at run time, anything else for the compiler alone. */
  readonly kind: "class" | "type" | "scalar";
}

interface Candidate extends ServiceType {
  /** The file that declares it. */
  readonly declaredIn: string;
}

/** What is looked for. */
export interface ServiceTypesOptions {
  /** The service's folder, as a `file:` URL ending in a slash. */
  readonly root: URL;
  /** Names of schema types for which a class may stand. */
  readonly types: ReadonlySet<string>;
  /** Names of scalars, for which a `GraphQLScalarType` may stand. */
  readonly scalars: ReadonlySet<string>;
  /** Files that don't count, relative to the root: the generated ones. */
  readonly ignore: readonly string[];
  /** What was said by hand, which goes before what is found; `undefined` for types for which nothing is to stand. */
  readonly chosen: ReadonlyMap<string, ServiceType | undefined>;
}

/**
 * Finds the classes, and the `GraphQLScalarType`s, that a service exports under the names of schema types. Of a folder
 * with a `mod.ts` only that counts which it exports, and is imported from there.
 *
 * @param options where and what
 * @returns by the names of schema types
 * @throws TypeError when two classes have one name
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

/** Comments and strings could hold the same words; only a declaration at the beginning of a line counts. */
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

/** Where other modules get it from: the nearest `mod.ts`, or the file itself where no folder around it has one. */
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
 * Reads what a command line says of a type: `./catalog/book.ts#StoredBook`.
 *
 * @param root the service's folder
 * @param value what was said
 * @param option names the option, for errors
 * @throws TypeError when the file exports no such name
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
