import type { PropertyModel } from "../../entity/property_model.ts";
import type { Keyword, KeywordType } from "./keyword.ts";

type Need = "text" | "list" | "boolean" | "ordered" | "text or list" | "no list of entities" | "any" | "none";

const needs: Readonly<Partial<Record<KeywordType, Need>>> = {
  LIKE: "text",
  NOT_LIKE: "text",
  STARTING_WITH: "text",
  ENDING_WITH: "text",
  REGEX: "text",
  CONTAINING: "text or list",
  NOT_CONTAINING: "text or list",
  IS_EMPTY: "list",
  IS_NOT_EMPTY: "list",
  IS_NULL: "no list of entities",
  IS_NOT_NULL: "no list of entities",
  EXISTS: "no list of entities",
  NEGATING_SIMPLE_PROPERTY: "no list of entities",
  TRUE: "boolean",
  FALSE: "boolean",
  BETWEEN: "ordered",
  LESS_THAN: "ordered",
  LESS_THAN_EQUAL: "ordered",
  GREATER_THAN: "ordered",
  GREATER_THAN_EQUAL: "ordered",
  BEFORE: "ordered",
  AFTER: "ordered",
  NEAR: "none",
  WITHIN: "none",
};

/**
 * Checks that a keyword supports a property.
 *
 * @param keyword the keyword
 * @param path the property's path
 * @param property the property
 * @throws TypeError when the property is of another kind
 */
export function checkFits(keyword: Keyword, path: string, property: PropertyModel): void {
  const need = needs[keyword.type] ?? "any";
  if (need === "none") {
    throw new TypeError(`Cannot use "${keyword.spellings[0]}" as it must be known to the stores: none knows places`);
  }
  if (kindsOf(property).includes(need)) return;
  throw new TypeError(`Cannot use "${keyword.spellings[0]}" as "${path}" must be ${need}: it is described otherwise`);
}

function kindsOf(property: PropertyModel): Need[] {
  const isList = property.descriptor.kind === "list";
  if (isList && property.kind !== "column") return ["any", "list", "text or list"];
  return ["any", "no list of entities", ...(isList ? ["list", "text or list"] as const : singleKindsOf(property))];
}

function singleKindsOf(property: PropertyModel): Need[] {
  if (property.kind !== "column" || property.type === "json") return [];
  if (property.type === "text") return ["text", "text or list", "ordered"];
  return property.type === "boolean" ? ["boolean"] : ["ordered"];
}
