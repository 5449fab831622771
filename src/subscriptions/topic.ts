import { asJson, decode, type Decoder, describeValue } from "../kernel/mod.ts";
import { encodeParameter } from "./encode_parameter.ts";

/** The names of the parameters in a pattern. */
type ParameterNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterNames<Rest>
  : never;

/** The parameters of a topic, by the names in its pattern. */
export type TopicParameters<P extends string> = {
  readonly [Name in ParameterNames<P>]: string | number | bigint | boolean;
};

/**
 * A topic of subscriptions: a pattern of words and parameters, and the type of the events.
 *
 * @typeParam P the pattern
 * @typeParam T the events
 */
export interface Topic<P extends string = string, T = unknown> {
  /** For example `books.{id}`. */
  readonly pattern: P;
  /**
   * Builds the subject: the words of the pattern with the values of the parameters, each in an escaped form without
   * dots,
   * wildcards and blanks.
   *
   * @param parameters a value for each parameter of the pattern
   * @throws TypeError naming the parameter that is missing or no string, number or boolean
   */
  subject(parameters: TopicParameters<P>): string;
  /** Writes an event as JSON. */
  encode(event: T): string;
  /**
   * Reads an event.
   *
   * @param text the string from `encode`
   * @throws TypeError when it does not have the type of the topic
   */
  decode(text: string): T;
}

/**
 * Declares a topic. The broker's subject consists of the pattern's words and the parameters' values.
 *
 * @param pattern words with dots between them: letters, digits, `_`, `-`, or a parameter, `books.{id}`
 * @param type the type of events: a class, a descriptor such as `t.string`, or a Standard Schema (zod, valibot,
 * ArkType)
 * @throws TypeError if the pattern is malformed
 *
 * @example
 * ```ts
 * import { topic } from "@espalier/espalier/subscriptions";
 * import { t } from "@espalier/espalier";
 *
 * const stockChanged = topic("stock.{bookId}", t.int);
 * console.log(stockChanged.subject({ bookId: "pg1342" })); // "stock.pg1342"
 * ```
 */
export function topic<const P extends string, T>(pattern: P, type: Decoder<T>): Topic<P, T> {
  const words = requireWords(pattern);
  return {
    pattern,
    subject: (parameters) => words.map((word) => wordOf(word, pattern, parameters)).join("."),
    encode: (event) => encoded(event, pattern),
    decode: (text) => decode(JSON.parse(text), type),
  };
}

function requireWords(pattern: string): readonly string[] {
  const words = String(pattern).split(".");
  if (pattern.length <= 200 && words.every((word) => /^(?:[\w-]+|\{[A-Za-z_]\w*\})$/.test(word))) return words;
  throw new TypeError(
    "Cannot declare a topic as its pattern must be words (letters, digits, _, -) or parameters in braces with dots " +
      `between them, such as "books.{id}": current value is ${describeValue(pattern)}`,
  );
}

function wordOf(word: string, pattern: string, parameters: Readonly<Record<string, unknown>>): string {
  if (!word.startsWith("{")) return word;
  const name = word.slice(1, -1);
  const value = Object.hasOwn(Object(parameters), name) ? parameters[name] : undefined;
  if (["string", "number", "bigint", "boolean"].includes(typeof value)) return encodeParameter(String(value));
  throw new TypeError(
    `Cannot use topic "${pattern}" as parameter "${name}" must be a text, a number or a boolean: current value is ${
      describeValue(value)
    }`,
  );
}

function encoded(event: unknown, pattern: string): string {
  const text: string | undefined = JSON.stringify(event, asJson);
  if (text !== undefined) return text;
  throw new TypeError(
    `Cannot publish to topic "${pattern}" as the event must be a JSON value: current value is ${describeValue(event)}`,
  );
}
