import { isWordCharacter, type SourceCursor } from "./source_cursor.ts";
import type { SourceMention } from "./source_facts.ts";

/** Maximum number of characters after a binding in which the bean's class is searched. */
const reach = 500;

const listening = new Set(["EventListener", "ApplicationModuleListener", "listenTo", "listenAfterCommit"]);

/**
 * Reads a fact about the module at a word: a bean, a base class, an event that is published or listened to, or an
 * environment variable. Only the usual notations are recognized.
 *
 * @param cursor after the word; not moved
 * @param start of the word
 * @param found collects the results
 */
export function readMention(cursor: SourceCursor, start: number, found: SourceMention[]): void {
  const read = readerOf(cursor.source, start, cursor.position);
  if (read === undefined) return;
  const { position } = cursor;
  const mention = read(cursor);
  cursor.position = position;
  if (mention !== undefined) found.push(mention);
}

type Reader = (cursor: SourceCursor) => SourceMention | undefined;

function readerOf(source: string, start: number, end: number): Reader | undefined {
  // Most words are none of these: compare the length first, which needs no substring.
  switch (end - start) {
    case 3:
      return source.startsWith("env", start) && source[start - 1] === "." ? readVariable : undefined;
    case 4:
      return source.startsWith("bind", start) ? readBinding : undefined;
    case 7:
      if (source.startsWith("extends", start)) return (cursor) => readBase(cursor, start);
      return source.startsWith("publish", start) ? readPublished : undefined;
    case 8:
    case 13:
    case 17:
    case 25:
      return listening.has(source.slice(start, end)) ? readListening : undefined;
    default:
      return undefined;
  }
}

/** `Deno.env.get("NAME")` */
function readVariable(cursor: SourceCursor): SourceMention | undefined {
  const isRead = cursor.take(".") && (cursor.takeWord("get") || cursor.takeWord("has")) && cursor.take("(");
  const name = isRead ? cursor.stringLiteral() : undefined;
  return name === undefined ? undefined : { kind: "variable", name };
}

/** `bind(Contract).toResolvedValue(() => new Type())` */
function readBinding(cursor: SourceCursor): SourceMention | undefined {
  const name = cursor.take("(") ? nameAt(cursor) : "";
  // `Function.prototype.bind` is called with values, not classes.
  if (!/^[A-Z]/.test(name) || !cursor.take(")") || !cursor.take(".")) return undefined;
  const method = nameAt(cursor);
  if (!method.startsWith("to") || !cursor.take("(")) return undefined;
  const type = method === "to"
    ? nameAt(cursor)
    : classMadeIn(cursor.source.slice(cursor.position, cursor.position + reach));
  return { kind: "bean", name, ...(type !== "" && { type }) };
}

function classMadeIn(text: string): string {
  const at = text.indexOf("new ");
  const end = text.indexOf(";");
  if (at < 0 || (end >= 0 && end < at) || isWordCharacter(text.charCodeAt(at - 1))) return "";
  return /^[\w$]*/.exec(text.slice(at + 4))![0];
}

/** `class Type extends Base`; searches backwards, as the words before may have been read as part of an export. */
function readBase(cursor: SourceCursor, start: number): SourceMention | undefined {
  const text = cursor.source.slice(Math.max(0, start - reach), start);
  const at = text.lastIndexOf("class ");
  const head = at < 0 ? "{" : text.slice(at + "class ".length);
  const [name] = /^[\w$]*/.exec(head)!;
  if (name === "" || /[{};()]/.test(head)) return undefined;
  const type = nameAt(cursor);
  return type === "" ? undefined : { kind: "base", name, type };
}

/** `publish(new Type())` */
function readPublished(cursor: SourceCursor): SourceMention | undefined {
  const name = cursor.take("(") && cursor.takeWord("new") ? nameAt(cursor) : "";
  return name === "" ? undefined : { kind: "published", name };
}

/** `@EventListener(Type)`, `listenTo(Type, …)` */
function readListening(cursor: SourceCursor): SourceMention | undefined {
  const name = cursor.take("(") ? nameAt(cursor) : "";
  return /^[A-Z]/.test(name) ? { kind: "heard", name } : undefined;
}

function nameAt(cursor: SourceCursor): string {
  cursor.skipTrivia();
  return cursor.word();
}
