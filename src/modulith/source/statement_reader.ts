import { type DocumentationComment, type ExportTags, mayHoldTags, tagsIn } from "./documentation_tags.ts";
import type { SourceCursor } from "./source_cursor.ts";
import type { ReferenceKind, SourceExport, SourceMention } from "./source_facts.ts";

/** A reference with its offset, before lines are counted. */
export interface FoundReference {
  readonly specifier: string;
  readonly kind: ReferenceKind;
  readonly typeOnly: boolean;
  readonly names: readonly string[];
  /** Offset of the keyword. */
  readonly offset: number;
}

/** An imported name. */
export interface Binding {
  readonly reference: number;
  readonly imported: string;
}

/** The collected results of a scan. */
export interface Findings {
  readonly references: FoundReference[];
  /** Exported names; those not declared in the export statement have a `local` name, which may be an import. */
  readonly exports: SourceExport[];
  /** Imported names by their local name. */
  readonly bindings: Map<string, Binding>;
  /** Documentation comments with tags, outside of all braces. */
  readonly tagged: DocumentationComment[];
  /** Offsets of calls that load files with computed names. */
  readonly computed: number[];
  /** Facts about the contents of the module. */
  readonly mentions: SourceMention[];
  /** Offsets of the watched word. */
  readonly watched: number[];
}

/** One name within braces: `imported as local`, with or without `type`. */
export interface Specifier {
  readonly name: string;
  readonly alias: string;
  readonly typeOnly: boolean;
  /** The tags of the comment before it. */
  readonly tags: ExportTags;
}

/**
 * Reads `{ a, b as c, type D, "e-f" as g }`.
 *
 * @returns the names, or `undefined` if the braces contain other code
 */
export function readSpecifiers(cursor: SourceCursor): Specifier[] | undefined {
  if (!cursor.take("{")) return undefined;
  const found: Specifier[] = [];
  for (let start = cursor.position; !cursor.take("}"); start = cursor.position) {
    const specifier = readSpecifier(cursor, tagsBetween(cursor.source.slice(start, cursor.position)));
    if (specifier === undefined) return undefined;
    found.push(specifier);
    cursor.take(",");
  }
  return found;
}

function readSpecifier(cursor: SourceCursor, tags: ExportTags): Specifier | undefined {
  const words: string[] = [];
  for (;;) {
    cursor.skipTrivia();
    const word = cursor.stringLiteral() ?? cursor.word();
    if (word === "") break;
    words.push(word);
  }
  // "type" and "as" are names too: { type }, { type as as }, { type as as x } have one, three and four words.
  const typeOnly = words[0] === "type" && (words.length === 2 || words.length === 4 || isTypeNamedAs(words));
  const [name, , alias] = typeOnly ? words.slice(1) : words;
  return name === undefined ? undefined : { name, alias: alias ?? name, typeOnly, tags };
}

/** The tags of the last documentation comment before a name. */
function tagsBetween(text: string): ExportTags {
  return mayHoldTags(text) ? tagsIn(text.slice(text.lastIndexOf("/**"))) : {};
}

function isTypeNamedAs(words: readonly string[]): boolean {
  return words.length === 3 && words[1] !== "as";
}

/** Reads `from "specifier"`. */
export function readFrom(cursor: SourceCursor): string | undefined {
  return cursor.takeWord("from") ? cursor.stringLiteral() : undefined;
}

/** Whether a reference with these names is erased at run time. */
export function allTypeOnly(specifiers: readonly Specifier[]): boolean {
  return specifiers.length > 0 && specifiers.every((specifier) => specifier.typeOnly);
}
