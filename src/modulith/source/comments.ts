import { type DocumentationComment, mayHoldTags } from "./documentation_tags.ts";
import { readDocumentedTypes } from "./documented_types.ts";
import type { Findings } from "./statement_reader.ts";
import { readJsxPragmas, readTypeReference, typesNamedBy } from "./type_comments.ts";

/** A comment that gives types to the import behind it. */
interface TypeComment extends DocumentationComment {
  readonly specifier: string;
}

/** Reads what the comments of a file refer to and say about exports. */
export class Comments {
  readonly #source: string;
  readonly #found: Findings;
  readonly #hasTags: boolean;
  readonly #hasTypeComments: boolean;
  readonly #hasPragmas: boolean;
  /** In JavaScript, documentation comments give types; in TypeScript they are text. */
  readonly #hasDocumentedTypes: boolean;
  /** The last comment that gives types to an import. */
  #typeComment: TypeComment | undefined;
  /** The last documentation comment. */
  last: DocumentationComment = { start: 0, end: 0 };

  /**
   * @param source the text
   * @param path the file's name, which tells whether it is JavaScript and whether it may hold JSX
   * @param found collects
   */
  constructor(source: string, path: string, found: Findings) {
    this.#source = source;
    this.#found = found;
    this.#hasTags = mayHoldTags(source);
    this.#hasTypeComments = source.includes("-types") || source.includes("<reference");
    this.#hasPragmas = path.endsWith("x") && /@jsxImportSource/i.test(source);
    this.#hasDocumentedTypes = /\.[cm]?jsx?$/.test(path) && (source.includes("/**") && source.includes("import"));
  }

  /**
   * Reads a comment.
   *
   * @param comment where it stands
   * @param isFirst whether nothing but comments stands before it
   * @param mayDeclare whether it stands outside of all braces
   */
  read(comment: DocumentationComment, isFirst: boolean, mayDeclare: boolean): void {
    const { start, end } = comment;
    if (this.#source.startsWith("/**", start)) this.#readDocumentation(comment, mayDeclare);
    if (this.#hasPragmas && isFirst) readJsxPragmas(this.#source.slice(start, end), this.#found, start);
    if (!this.#hasTypeComments) return;
    const text = this.#source.slice(start, end);
    if (isFirst) readTypeReference(text, this.#found, start);
    const specifier = typesNamedBy(text);
    if (specifier !== undefined) this.#typeComment = { specifier, ...comment };
  }

  /**
   * Records the types that the comment before an import names, where there is one.
   *
   * @param start of the import
   * @param known number of references before it
   */
  addTypes(start: number, known: number): void {
    if (this.#typeComment === undefined) return;
    const { specifier, start: offset, end } = this.#typeComment;
    this.#typeComment = undefined;
    const { references } = this.#found;
    const [reference] = references.slice(known);
    if (reference === undefined || this.#source.slice(end, start).trim() !== "") return;
    references.push({ specifier, kind: "type", typeOnly: true, names: reference.names, offset });
  }

  #readDocumentation(comment: DocumentationComment, mayDeclare: boolean): void {
    this.last = comment;
    const { start, end } = comment;
    if (this.#hasDocumentedTypes) readDocumentedTypes(this.#source.slice(start, end), this.#found, start);
    if (!this.#hasTags || !mayDeclare) return;
    if (mayHoldTags(this.#source.slice(start, end))) this.#found.tagged.push(comment);
  }
}
