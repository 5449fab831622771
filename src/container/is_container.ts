import { Container } from "../../deps.ts";

/** Methods of a container that an application is started with. */
const methods = ["bind", "get", "getAllAsync", "getAsync", "isBound", "load", "unbindAllAsync"] as const;

/**
 * Tells a container from other values. A service may have a copy of Inversify that is not the framework's, so that the
 * class alone does not say.
 *
 * @param value anything
 * @returns `true` for a container of any copy of Inversify
 */
export function isContainer(value: unknown): value is Container {
  if (value instanceof Container) return true;
  if (typeof value !== "object" || value === null) return false;
  const members: Partial<Record<string, unknown>> = value;
  return methods.every((method) => typeof members[method] === "function");
}
