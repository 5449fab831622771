import { Container } from "../../deps.ts";

/** Methods of a container that an application is started with. */
const methods = ["bind", "get", "getAllAsync", "getAsync", "isBound", "load", "unbindAllAsync"] as const;

/**
 * Whether a value is a container. `instanceof` does not suffice: a service may have another copy of Inversify.
 *
 * @param value any value
 * @returns `true` for a container of any copy of Inversify
 */
export function isContainer(value: unknown): value is Container {
  if (value instanceof Container) return true;
  if (typeof value !== "object" || value === null) return false;
  const members: Partial<Record<string, unknown>> = value;
  return methods.every((method) => typeof members[method] === "function");
}
