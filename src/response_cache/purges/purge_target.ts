import { describeValue } from "../../kernel/mod.ts";

/** The target of a purge: an entity, all entities of a type, or the responses with a tag. */
export type PurgeTarget =
  | { readonly type: string; readonly id?: string | number | bigint }
  | { readonly tag: string };

/** The tag of responses whose selection includes a type. */
export function typeTag(type: string): string {
  return `t:${type}`;
}

/** The tag of responses that hold an entity. */
export function entityTag(type: string, id: string | number | bigint): string {
  return `e:${type}:${id}`;
}

/** The tag of responses that may hold any entity of a type: their ids are not known. */
export function unknownEntityTag(type: string): string {
  return `u:${type}`;
}

/** The tag of responses that code has marked. */
export function markTag(tag: string): string {
  return `m:${tag}`;
}

/**
 * Finds the tags that a purge is about.
 *
 * @param target the target of the purge
 * @param isEntity whether responses are known by the ids of a type's entities
 * @throws TypeError if it names nothing
 */
export function tagsOf(target: PurgeTarget, isEntity: (type: string) => boolean): readonly string[] {
  if ("tag" in target && typeof target.tag === "string" && target.tag !== "") return [markTag(target.tag)];
  if (!("type" in target) || typeof target.type !== "string" || target.type === "") {
    throw new TypeError(
      `Cannot purge responses as a target must be { type, id }, { type } or { tag }: current value is ${
        describeValue(target)
      }`,
    );
  }
  const { type, id } = target;
  if (id === undefined || !isEntity(type)) return [typeTag(type)];
  return [entityTag(type, id), unknownEntityTag(type)];
}
