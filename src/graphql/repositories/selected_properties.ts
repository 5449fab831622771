import { type Class, descriptionOf } from "../../kernel/mod.ts";
import { getNamedType, isObjectType } from "../../../deps.ts";
import { connectionNodeType, dataFetcherOf, type DataFetchingEnvironment } from "../wiring/mod.ts";

/**
 * The properties of an entity that a client's selection needs.
 *
 * @param type the entity class
 * @param environment the field's environment
 * @returns `undefined` if unknown, because a computed field may read any property
 */
export function selectedProperties(type: Class, environment: DataFetchingEnvironment): string[] | undefined {
  const { info, selectionSet } = environment;
  const node = connectionNodeType(info.returnType);
  const target = getNamedType(node ?? info.returnType);
  const properties = descriptionOf(type)?.properties;
  if (!isObjectType(target) || properties === undefined) return undefined;
  const prefix = node === undefined ? "" : "edges/node/";
  const names = selectionSet.fields
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length))
    .filter((path) => path !== "" && !path.includes("/") && path !== "__typename");
  const fields = target.getFields();
  const isRead = (name: string) => properties.has(name) && fields[name] !== undefined && !dataFetcherOf(fields[name]);
  return names.every(isRead) ? names : undefined;
}
