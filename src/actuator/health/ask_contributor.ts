import type { Health, HealthContributor, Logger } from "../../kernel/mod.ts";
import { healthJson } from "./health_json.ts";

/** Options for checking the health of contributors. */
export interface AskOptions {
  /** How long one may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly logger: Logger;
}

/**
 * Checks the health of a contributor; a timeout or failure becomes a health, too.
 *
 * @param contributor the contributor
 * @param options how long to wait
 * @returns its health; `DOWN` when it throws, times out or returns nothing, `UNKNOWN` with the flag when a permission
 *   is missing
 */
export async function askContributor(contributor: HealthContributor, options: AskOptions): Promise<Health> {
  const { timeoutMs, logger } = options;
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new DOMException(`Cannot wait longer than ${timeoutMs} ms`, "TimeoutError");
    controller.abort(error);
    late.reject(error);
  }, timeoutMs);
  try {
    const health = requireHealth(await Promise.race([contributor.health(controller.signal), late.promise]));
    for (const part of contributor.parts ?? []) requirePart(health, part);
    return shown(health);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return withoutPermission(error);
    logger.warn(`Cannot tell the health of "${contributor.name}"`, { error });
    return { status: "DOWN", details: { error: describe(error) } };
  } finally {
    clearTimeout(timer);
  }
}

/** Validates the health of a contributor, which must have the right shape and be JSON. */
function requireHealth(health: Health): Health {
  // Throws at cycles, which are not followed below then.
  const text = healthJson(health);
  const status: unknown = health?.status;
  if (typeof status !== "string" || status === "") {
    throw new TypeError(`Cannot use a health as it must be an object with a text "status": current value is ${text}`);
  }
  for (const part of Object.values(health.components ?? {})) requireHealth(part);
  return health;
}

/** Normalizes a health: removes empty details, and sorts its parts by name. */
function shown({ status, details, components }: Health): Health {
  const parts = components &&
    Object.entries(components).sort(([a], [b]) => a < b ? -1 : 1).map(([name, part]) => [name, shown(part)]);
  return {
    status,
    ...(details && Object.keys(details).length > 0 && { details }),
    ...(parts && { components: Object.fromEntries(parts) }),
  };
}

/** Requires a declared part, so that a group that selects it is not healthy just because it was not reported. */
function requirePart(health: Health, part: string): void {
  let at: Health | undefined = health;
  for (const name of part.split("/")) {
    if (at.components === undefined) return;
    at = Object.hasOwn(at.components, name) ? at.components[name] : undefined;
    if (at === undefined) {
      throw new TypeError(
        `Cannot use a health as its components must hold the part "${part}": current value is ${healthJson(health)}`,
      );
    }
  }
}

function withoutPermission(error: Error): Health {
  const flag = /--allow-[a-z]+/.exec(error.message)?.[0];
  return { status: "UNKNOWN", details: { error: describe(error), ...(flag !== undefined && { flag }) } };
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
