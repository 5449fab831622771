import {
  type DocumentNode,
  GraphQLError,
  isTypeSystemDefinitionNode,
  isTypeSystemExtensionNode,
  parse,
  Source,
} from "../../../../deps.ts";
import { describeValue } from "../../../kernel/mod.ts";
import { type Resource, TypeDefinitionRegistry } from "../../wiring/mod.ts";

/**
 * Reads, parses and merges schema resources.
 *
 * @param resources in order; a resource that is given twice counts once, also by another path or in another object
 * @throws Error that names the resource, and line and column where it can't be parsed
 */
export async function readSchemaResources(resources: ReadonlySet<Resource>): Promise<TypeDefinitionRegistry> {
  const texts = await Promise.all([...resources].map(async (resource) => [resource, await read(resource)] as const));
  const registry = new TypeDefinitionRegistry();
  const seen = new Set<string>();
  for (const [resource, text] of texts) {
    // The same definitions twice could only fail.
    if (seen.has(text)) continue;
    seen.add(text);
    // A file with nothing but comments is no error: an editor has just made it.
    if (isEmpty(text)) continue;
    try {
      registry.merge(definitionsOnly(parse(new Source(text, resource.description))));
    } catch (cause) {
      throw new Error(`Failed to parse schema resource: ${resource.description}${placeOf(cause)}`, { cause });
    }
  }
  return registry;
}

/** Whether a text holds nothing but what GraphQL ignores: blanks, commas and comments. */
function isEmpty(text: string): boolean {
  // A comment ends with its line, so no pattern has to look behind the first "#" of a line.
  return text.split(/[\r\n]/).every((line) => /^[\s,]*(?:#|$)/.test(line));
}

async function read(resource: Resource): Promise<string> {
  let text: unknown;
  try {
    text = await resource.text();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`'schemaResource' must exist: ${resource.description} (${reason})`, { cause });
  }
  if (typeof text === "string") return text;
  throw new TypeError(
    `Cannot read schema resource ${resource.description} as its text must be a string: current value is ` +
      describeValue(text),
  );
}

/** An operation among the definitions would be of no effect. */
function definitionsOnly(document: DocumentNode): DocumentNode {
  const stray = document.definitions.find((d) => !isTypeSystemDefinitionNode(d) && !isTypeSystemExtensionNode(d));
  if (stray === undefined) return document;
  throw new GraphQLError("A schema must have definitions of types and directives only", { nodes: stray });
}

function placeOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  const place = cause instanceof GraphQLError ? cause.locations?.[0] : undefined;
  return place ? `, line ${place.line}, column ${place.column}: ${message}` : `: ${message}`;
}
