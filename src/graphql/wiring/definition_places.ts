import { type DocumentNode, getLocation, Kind, visit } from "../../../deps.ts";

/** Places that are named at most for one error. */
const most = 3;

/**
 * Adds to graphql-js's errors about type definitions where the names in them stand: it says what is wrong, not where.
 *
 * @param error what graphql-js threw; one line per objection
 * @param document all definitions, each with the resource that it came from
 */
export function withPlaces(error: unknown, document: DocumentNode): unknown {
  if (!(error instanceof Error)) return error;
  const lines = error.message.split("\n").filter((line) => line !== "");
  const located = lines.map((line) => {
    const name = /"(?:\w+\.)?@?(\w+)(?:\(\w+:\))?"/.exec(line)?.[1];
    const places = name === undefined ? [] : placesOf(name, document);
    return places.length > 0 ? `${line} (${places.slice(0, most).join("; ")})` : line;
  });
  return new TypeError(`Cannot make a schema of the type definitions: ${located.join(" ")}`, { cause: error });
}

function placesOf(name: string, document: DocumentNode): string[] {
  const places: string[] = [];
  visit(document, {
    [Kind.NAME]: (node) => {
      if (node.value !== name || !node.loc) return;
      const { line, column } = getLocation(node.loc.source, node.loc.start);
      places.push(`${node.loc.source.name}, line ${line}, column ${column}`);
    },
  });
  return places;
}
