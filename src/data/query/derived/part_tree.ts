import { Order } from "../../order.ts";
import { Sort } from "../../sort.ts";
import { type Keyword, keywords, simpleProperty } from "./keyword.ts";

/** What a derived query does. */
export type Verb = "find" | "count" | "exists" | "delete";

/** Case sensitivity: never ignored, always ignored, or ignored for text properties. */
export type IgnoreCase = "never" | "always" | "when-possible";

/** A condition of a method name, with its property as written. */
export interface Part {
  /** The property as it is written, beginning in upper or lower case. */
  readonly property: string;
  /** The comparison that the name asks for. */
  readonly keyword: Keyword;
  /** Whether the comparison ignores case. */
  readonly ignoreCase: IgnoreCase;
  /** The whole part, as the name has it. */
  readonly text: string;
}

/** A parsed method name, not yet resolved against an entity. */
export interface PartTree {
  /** What the method does, such as find, count or delete. */
  readonly verb: Verb;
  /** Whether duplicates are left out. */
  readonly isDistinct: boolean;
  /** Maximum number of results, if the name states one. */
  readonly limit: number | undefined;
  /** Conditions: any of the lists, all of each. */
  readonly alternatives: readonly (readonly Part[])[];
  /** The sort, with its properties as written. */
  readonly sort: Sort;
}

const subjectPattern =
  /^(find|read|get|query|search|stream|count|exists|delete|remove)((?:\p{Lu}|[^\p{ASCII}]).*?)??By/u;
const limitPattern = /^(?:Distinct)?(?:First|Top)(\d*)/;
// What follows a keyword begins in upper case or outside basic Latin; otherwise it is part of a name.
const follows = "(?=\\p{Lu}|[^\\p{ASCII}])";
const allIgnoreCase = /AllIgnor(?:ing|e)Case/;
const partIgnoreCase = /Ignor(?:ing|e)Case$/;

/** How names of query methods begin, for messages. */
export const beginnings =
  "find…By, read…By, get…By, query…By, search…By, stream…By, count…By, exists…By, delete…By or remove…By";

/** Whether a name begins like a query method. Any other name consists of conditions only. */
export function beginsAsQuery(methodName: string): boolean {
  return subjectPattern.test(methodName);
}

/**
 * Parses the name of a query method.
 *
 * @param methodName for example `findTop3ByAuthorNameContainingIgnoreCaseOrderByPublishedDesc`
 * @throws TypeError when the name has several sorts, or an empty one
 */
export function parseMethodName(methodName: string): PartTree {
  const name = methodName.split("-", 1)[0]!;
  const subject = subjectPattern.exec(name);
  const predicate = subject === null ? name : name.slice(subject[0].length);
  const isAllIgnored = allIgnoreCase.test(predicate);
  const [criteria = "", orders, extra] = predicate.replace(allIgnoreCase, "").split(
    new RegExp(`OrderBy${follows}`, "u"),
  );
  if (extra !== undefined) {
    throw new TypeError(`Cannot read "OrderBy" as it must stand in a method name once: current value is "${name}"`);
  }
  return {
    ...subjectOf(subject?.[1], subject?.[2] ?? ""),
    alternatives: alternativesOf(criteria, isAllIgnored ? "when-possible" : "never"),
    sort: parseOrders(orders ?? ""),
  };
}

function subjectOf(word: string | undefined, subject: string): Pick<PartTree, "verb" | "isDistinct" | "limit"> {
  const verb = verbOf(word);
  const limit = verb === "find" ? limitPattern.exec(subject) : null;
  const count = limit === null ? undefined : limit[1] === "" ? 1 : Number(limit[1]);
  return { verb, isDistinct: subject.includes("Distinct"), limit: count };
}

function verbOf(word: string | undefined): Verb {
  if (word === "count" || word === "exists" || word === "delete") return word;
  return word === "remove" ? "delete" : "find";
}

function alternativesOf(criteria: string, ignoreCase: IgnoreCase): Part[][] {
  if (criteria === "") return [];
  return splitAt("Or", criteria).map((alternative) =>
    splitAt("And", alternative).map((text) => partOf(text, ignoreCase))
  );
}

function splitAt(word: string, text: string): string[] {
  return text.split(new RegExp(`${word}${follows}`, "u")).filter((part) => part !== "");
}

function partOf(text: string, forAll: IgnoreCase): Part {
  const isIgnored = partIgnoreCase.test(text);
  const plain = text.replace(partIgnoreCase, "");
  const ignoreCase = isIgnored ? "always" : forAll;
  for (const keyword of keywords) {
    const spelling = keyword.spellings.find((candidate) => plain.endsWith(candidate) && plain !== candidate);
    if (spelling !== undefined) return { property: plain.slice(0, -spelling.length), keyword, ignoreCase, text };
  }
  return { property: plain, keyword: simpleProperty, ignoreCase, text };
}

/**
 * Parses the text after `OrderBy`.
 *
 * @param text for example `LastnameAscUsernameDesc`
 * @throws TypeError when a direction stands without a property
 */
function parseOrders(text: string): Sort {
  if (text === "") return Sort.unsorted();
  const orders = text.split(/(?<=Asc|Desc)(?=\p{Lu})/u).map((order) => {
    const [, property, direction] = /^(.*?)(Asc|Desc)?$/s.exec(order)!;
    if (property === "" || property === undefined) {
      throw new TypeError(
        `Cannot read "OrderBy" as a property must stand before the direction: current value is "${order}"`,
      );
    }
    return new Order(property, { direction: direction === "Desc" ? "DESC" : "ASC" });
  });
  return Sort.by(...orders);
}
