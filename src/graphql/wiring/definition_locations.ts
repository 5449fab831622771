import { type DocumentNode, getLocation, Kind, visit } from "../../../deps.ts";

/** The maximum number of locations per error. */
const maxLocations = 3;

/**
 * Adds the source locations of the names in graphql-js's errors about type definitions: its messages have none.
 *
 * @param error the error of graphql-js; its message has one line per violation
 * @param document all definitions, each with its resource as source
 */
export function withLocations(error: unknown, document: DocumentNode): unknown {
  if (!(error instanceof Error)) return error;
  const lines = error.message.split("\n").filter((line) => line !== "");
  const located = lines.map((line) => {
    const name = /"(?:\w+\.)?@?(\w+)(?:\(\w+:\))?"/.exec(line)?.[1];
    const locations = name === undefined ? [] : locationsOf(name, document);
    return locations.length > 0 ? `${line} (${locations.slice(0, maxLocations).join("; ")})` : line;
  });
  return new TypeError(`Cannot make a schema of the type definitions: ${located.join(" ")}`, { cause: error });
}

function locationsOf(name: string, document: DocumentNode): string[] {
  const locations: string[] = [];
  visit(document, {
    [Kind.NAME]: (node) => {
      if (node.value !== name || !node.loc) return;
      const { line, column } = getLocation(node.loc.source, node.loc.start);
      locations.push(`${node.loc.source.name}, line ${line}, column ${column}`);
    },
  });
  return locations;
}
