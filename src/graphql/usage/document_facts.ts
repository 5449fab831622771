import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "../../../deps.ts";
import { shortened } from "../../kernel/mod.ts";

/** Maximum length of a document in the report, in characters. */
const maxText = 4_000;

/** What is known of a document before it is executed. */
export interface DocumentFacts {
  /** The document without values that a client wrote into it. */
  readonly text: string;
  /** Coordinates of what the document selects, such as `Book.title`; each once. */
  readonly coordinates: readonly string[];
}

/**
 * Reads which fields a document selects, whatever its fragments. What it selects in other operations counts, too.
 *
 * @param document a valid document
 * @param schema the schema that it is valid for
 */
export function documentFacts(document: DocumentNode, schema: GraphQLSchema): DocumentFacts {
  const info = new TypeInfo(schema);
  const coordinates = new Set<string>();
  visit(
    document,
    visitWithTypeInfo(info, {
      Field(node) {
        const parent = info.getParentType();
        if (parent && !node.name.value.startsWith("__")) coordinates.add(`${parent.name}.${node.name.value}`);
      },
      Argument(node) {
        const [parent, field, argument] = [info.getParentType(), info.getFieldDef(), info.getArgument()];
        // Arguments in use are of interest where they are to be removed.
        if (!parent || !field || argument?.deprecationReason == null) return;
        coordinates.add(`${parent.name}.${field.name}(${node.name.value}:)`);
      },
      EnumValue(node) {
        const value = info.getEnumValue();
        const type = info.getInputType();
        if (value?.deprecationReason != null) {
          coordinates.add(`${String(type).replaceAll(/[[\]!]/g, "")}.${node.value}`);
        }
      },
    }),
  );
  return { text: shortened(print(withoutValues(document)), maxText), coordinates: [...coordinates] };
}

/** Values that stand in a document may be what people typed. */
function withoutValues(document: DocumentNode): DocumentNode {
  return visit(document, {
    StringValue: (node) => ({ ...node, value: "", block: false }),
    IntValue: (node) => ({ ...node, value: "0" }),
    FloatValue: (node) => ({ ...node, value: "0" }),
    ListValue: () => ({ kind: Kind.LIST, values: [] }),
    ObjectValue: () => ({ kind: Kind.OBJECT, fields: [] }),
  });
}
