import { type DocumentNode, GraphQLError, Kind, visit } from "../../../../deps.ts";
import { isStorableText } from "../../../kernel/mod.ts";
import { ErrorType } from "../../wiring/mod.ts";

/**
 * Finds a text in a document that no database stores: one with a NUL character. Half of a surrogate pair is a syntax
 * error already.
 *
 * @param text the document's text
 * @param document the document
 * @returns one error, or none
 */
export function unstorableTexts(text: string, document: DocumentNode): readonly GraphQLError[] {
  // Without an escape or the character itself there is nothing to find.
  if (!text.includes("\\u") && isStorableText(text)) return [];
  let found: GraphQLError | undefined;
  visit(document, {
    [Kind.STRING](node) {
      if (isStorableText(node.value)) return;
      const extensions = { classification: ErrorType.BAD_REQUEST.name };
      const message = "Cannot read the document as its texts must be Unicode without NUL characters";
      found ??= new GraphQLError(message, { nodes: node, extensions });
    },
  });
  return found === undefined ? [] : [found];
}
