import { buildSchema, type GraphQLSchema } from "graphql";
import type { Tape } from "./tape.ts";

const leaves = ["String", "Int", "Float", "Boolean", "ID", "Color", "Anything"];
const argumentTypes = [
  "Int",
  "String",
  "Int = 3",
  "[Int!]",
  "Filter",
  "Int!",
  "Color",
  "[Filter]",
  "Choice",
  "Anything",
];

/** Makes a schema: a few object types that refer to each other, an interface, a union, an enum, scalars, inputs. */
export function randomSchema(tape: Tape): GraphQLSchema {
  const objects = ["A", "B", "C"].slice(0, 1 + tape.below(3));
  const shared = fieldsOf(tape, objects, "s");
  const types = objects.map((name) => {
    const isNode = name !== "C";
    return `type ${name}${isNode ? " implements Node" : ""} { ${fieldsOf(tape, objects, name.toLowerCase())} ${
      isNode ? shared : ""
    } }`;
  });
  return buildSchema(`
    directive @semanticNonNull(levels: [Int!]! = [0]) on FIELD_DEFINITION
    enum Color { RED GREEN BLUE }
    scalar Anything
    input Filter { a: Int = 7 b: [String] c: Filter d: Color = GREEN }
    input Choice @oneOf { x: Int y: String }
    interface Node { ${shared} }
    union Thing = ${objects.join(" | ")}
    ${types.join("\n")}
    type Query { ${fieldsOf(tape, objects, "q")} a: A node: Node! things: [Thing] list: [A!]! }
    type Mutation { ${fieldsOf(tape, objects, "m")} a: A! b(x: Int): Int! }
  `);
}

function fieldsOf(tape: Tape, objects: readonly string[], prefix: string): string {
  const fields: string[] = [];
  const count = 1 + tape.below(4);
  for (let i = 0; i < count; i++) {
    const args = tape.chance(70) ? `(x: ${tape.pick(argumentTypes)}, y: String = "y")` : "";
    const type = outputType(tape, objects);
    fields.push(`${prefix}${i}${args}: ${type}${semanticNonNull(tape.fork(`${prefix}${i}`), type)}`);
  }
  return fields.join(" ");
}

function outputType(tape: Tape, objects: readonly string[]): string {
  const named = tape.chance(120) ? tape.pick([...objects, "Node", "Thing"]) : tape.pick(leaves);
  let type = named;
  if (tape.chance(90)) type += "!";
  if (tape.chance(90)) {
    type = `[${type}]`;
    if (tape.chance(90)) type += "!";
    if (tape.chance(40)) type = `[${type}]`;
  }
  return type;
}

/** Some positions that may be null are semantically non-null; bare graphql-js does not look at the directive. */
function semanticNonNull(tape: Tape, type: string): string {
  const outermost = type.replaceAll("[", "").split("]").reverse();
  const levels = outermost.flatMap((suffix, level) => suffix.endsWith("!") || !tape.chance(40) ? [] : [level]);
  return levels.length === 0 ? "" : ` @semanticNonNull(levels: [${levels.join(", ")}])`;
}
