import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoUnusedFragmentsRule,
  type OperationDefinitionNode,
  parse,
  print,
  Source,
  specifiedRules,
  validate,
  visit,
} from "../../deps.ts";
import { findResources } from "../graphql/mod.ts";

/** The locations of documents, and their schema. */
export interface OperationLocations {
  /** The service's folder. */
  readonly root: URL;
  /** Glob patterns below the folder. */
  readonly patterns: readonly string[];
  readonly schema: GraphQLSchema;
}

/** One operation of a document. */
export interface ReadOperation {
  /** The name of the operation, or that of its file. */
  readonly name: string;
  readonly node: OperationDefinitionNode;
  /** The file, relative to the service's folder. */
  readonly file: string;
  /** The operation and the fragments that it uses. */
  readonly document: string;
}

/** The valid documents of a service. */
export interface ReadOperations {
  readonly operations: readonly ReadOperation[];
  /** All fragments by name. */
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

interface DocumentFile {
  readonly path: string;
  readonly document: DocumentNode;
}

/** The validation rules without the one for unused fragments, as fragments may be in other files than operations. */
const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);

/**
 * Reads the `.graphql` and `.gql` files of a service and validates them.
 *
 * @param where the locations
 * @throws TypeError when a document is invalid, or names are not unique; each error has file, line and column
 */
export async function readOperations({ root, patterns, schema }: OperationLocations): Promise<ReadOperations> {
  const faults: string[] = [];
  const files = await parsedFiles(root, patterns, faults);
  const fragments = fragmentsOf(files, faults);
  const operations = files.flatMap((file) => operationsOf(file, fragments, faults));
  requireUniqueNames(operations, faults);
  if (faults.length === 0) { for (const file of files) faults.push(...invalid(file, fragments, schema)); }
  if (faults.length > 0) {
    throw new TypeError(`Cannot write types of operations as documents are not valid:\n${unique(faults).join("\n")}`);
  }
  return { operations: operations.sort((a, b) => (a.name < b.name ? -1 : 1)), fragments };
}

async function parsedFiles(root: URL, patterns: readonly string[], faults: string[]): Promise<DocumentFile[]> {
  const resources = await findResources({ roots: [root], patterns, extensions: [".graphql", ".gql"] });
  const files: DocumentFile[] = [];
  for (const resource of resources) {
    const { description } = resource;
    const path = description.startsWith(root.href)
      ? decodeURIComponent(description.slice(root.href.length))
      : description;
    const text = await resource.text();
    try {
      // A file with comments only is not a document yet.
      if (holdsDocument(text)) files.push({ path, document: parse(new Source(text, path)) });
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      faults.push(faultOf(error));
    }
  }
  return files;
}

function holdsDocument(text: string): boolean {
  return text.split("\n").some((line) => line.trim() !== "" && !line.trim().startsWith("#"));
}

function faultOf({ message, source, locations }: GraphQLError): string {
  const { line, column } = locations?.[0] ?? { line: 1, column: 1 };
  return `  ${source?.name}, line ${line}, column ${column}: ${message}`;
}

function faultAt(node: DefinitionNode, message: string): string {
  return faultOf(new GraphQLError(message, { nodes: node }));
}

function placeOf(node: DefinitionNode): string {
  const { source, startToken } = node.loc!;
  return `${source.name}, line ${startToken.line}`;
}

function fragmentsOf(files: readonly DocumentFile[], faults: string[]): Map<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const { document } of files) {
    for (const node of document.definitions) {
      if (node.kind !== Kind.FRAGMENT_DEFINITION) continue;
      const { value } = node.name;
      const other = fragments.get(value);
      if (other === undefined) fragments.set(value, node);
      else faults.push(faultAt(node, `There is another fragment "${value}", in ${placeOf(other)}: rename one of them`));
    }
  }
  return fragments;
}

function operationsOf(
  { path, document }: DocumentFile,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  faults: string[],
): ReadOperation[] {
  const nodes = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return nodes.flatMap((node) => {
    if (node.name === undefined && nodes.length > 1) {
      faults.push(faultAt(node, `The operation needs a name, as the file holds ${nodes.length} operations`));
      return [];
    }
    const name = node.name?.value ?? nameOfFile(path);
    if (name === undefined) {
      faults.push(faultAt(node, "The operation needs a name, as that of its file can't name a type"));
      return [];
    }
    const used = usedFragments(node, fragments);
    return [{ name, node, file: path, document: [node, ...used].map((each) => print(each)).join("\n\n") }];
  });
}

/** Derives a name from a file: `books-of-author.graphql` becomes `BooksOfAuthor`. */
function nameOfFile(path: string): string | undefined {
  const words = path.split("/").at(-1)!.replace(/\.\w+$/, "").split(/[^A-Za-z0-9_]+/).filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z_]/.test(name) ? name : undefined;
}

function usedFragments(
  node: DefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): FragmentDefinitionNode[] {
  const found = new Set<FragmentDefinitionNode>();
  const look = (within: DefinitionNode): void => {
    visit(within, {
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value);
        if (fragment === undefined || found.has(fragment)) return;
        found.add(fragment);
        look(fragment);
      },
    });
  };
  look(node);
  return [...found];
}

function requireUniqueNames(operations: readonly ReadOperation[], faults: string[]): void {
  const known = new Map<string, ReadOperation>();
  for (const operation of operations) {
    const { name, node } = operation;
    const typeName = name.charAt(0).toUpperCase() + name.slice(1);
    const other = known.get(typeName);
    if (other === undefined) known.set(typeName, operation);
    else {
      faults.push(
        faultAt(node, `There is another operation "${other.name}", in ${placeOf(other.node)}: rename one of them`),
      );
    }
  }
}

function invalid(
  { document }: DocumentFile,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  schema: GraphQLSchema,
): string[] {
  const elsewhere = document.definitions.flatMap((node) => usedFragments(node, fragments))
    .filter((fragment) => !document.definitions.includes(fragment));
  const whole: DocumentNode = { ...document, definitions: [...document.definitions, ...unique(elsewhere)] };
  return validate(schema, whole, rules).map(faultOf);
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
