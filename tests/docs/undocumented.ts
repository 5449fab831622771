/** A declaration as `deno doc --json` describes it, as far as it is read here. */
interface Declaration {
  readonly kind: string;
  readonly location: { readonly filename: string; readonly line: number };
  readonly jsDoc?: { readonly doc?: string };
  readonly def?: {
    readonly implements?: readonly unknown[];
    readonly extends?: unknown;
    readonly methods?: readonly Member[];
    readonly properties?: readonly Member[];
    readonly constructors?: readonly Member[];
  };
}

interface Member {
  readonly name: string;
  readonly accessibility?: string;
  readonly isOverride?: boolean;
  readonly jsDoc?: { readonly doc?: string; readonly tags?: readonly unknown[] };
}

interface Module {
  readonly module_doc?: { readonly doc?: string };
  readonly symbols: readonly { readonly name: string; readonly declarations: readonly Declaration[] }[];
}

const repository = new URL("../../", import.meta.url);

/**
 * Lists the public symbols that have no documentation: modules, declarations, members of interfaces and of classes that
 * take no contract's documentation over.
 */
export async function undocumentedSymbols(): Promise<string[]> {
  const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", repository)));
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--json", ...Object.values<string>(exports)],
    cwd: repository,
  }).output();
  const { nodes } = JSON.parse(new TextDecoder().decode(stdout)) as { nodes: Record<string, Module> };
  const found = Object.entries(nodes).flatMap(([file, module]) => [
    ...(module.module_doc?.doc ? [] : [relative(file)]),
    ...module.symbols.flatMap(({ name, declarations }) => ofSymbol(name, declarations)),
  ]);
  return [...new Set(found)].sort();
}

function ofSymbol(name: string, declarations: readonly Declaration[]): string[] {
  // What is handed on by name is documented where it is declared.
  const own = declarations.filter(({ kind, location }) =>
    kind !== "reference" && location.filename.startsWith(repository.href)
  );
  if (own.length === 0) return [];
  const file = relative(own[0]!.location.filename);
  // A contract and its token share a name; one of them says what it is.
  const isDocumented = own.some(({ jsDoc }) => jsDoc?.doc);
  return [
    ...(isDocumented ? [] : [`${file} ${name}`]),
    ...own.flatMap((declaration) => undocumentedMembers(declaration).map((member) => `${file} ${name}.${member}`)),
  ];
}

function undocumentedMembers({ kind, def }: Declaration): string[] {
  if (def === undefined || (kind !== "interface" && kind !== "class")) return [];
  // What a class takes over from a contract is documented there.
  if (kind === "class" && ((def.implements?.length ?? 0) > 0 || def.extends !== undefined)) return [];
  // A property of a documented interface may speak for itself by name and type; that of a class has to be explained.
  const members = [...def.methods ?? [], ...(kind === "class" ? def.properties ?? [] : [])];
  return members.filter(isBare).map(({ name }) => name);
}

function isBare({ name, accessibility, isOverride, jsDoc }: Member): boolean {
  if (accessibility === "private" || isOverride || name.startsWith("#") || name.startsWith("[")) return false;
  return !jsDoc?.doc && !jsDoc?.tags?.length;
}

function relative(file: string): string {
  return file.slice(repository.href.length);
}

if (import.meta.main) { for (const symbol of await undocumentedSymbols()) console.log(symbol); }
