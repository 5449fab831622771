import { type BodyReader, BodyRefusal, problem } from "../../http/mod.ts";
import type {
  ActuatorCaller,
  ActuatorEndpoint,
  ActuatorRequest,
  Logger,
  LogLevel,
  LogLevelTable,
} from "../../kernel/mod.ts";
import { afterOthers } from "./after_others.ts";

const levels: readonly LogLevel[] = ["OFF", "ERROR", "WARN", "INFO", "DEBUG", "TRACE"];

/** Groups of categories that are changed together, with the names of Spring Boot. */
const groups: Readonly<Record<string, readonly string[]>> = {
  web: ["espalier.http", "espalier.graphql", "espalier.rest"],
  sql: ["espalier.data.sql"],
};

/** Maximum length of a category's name. */
const maxName = 200;

interface Levels {
  readonly configuredLevel?: LogLevel;
  readonly effectiveLevel: LogLevel;
}

/** `/actuator/loggers`: the levels of log categories; `POST` changes one while the application runs. */
export class LoggersEndpoint implements ActuatorEndpoint {
  readonly id = "loggers";
  readonly order = afterOthers;
  readonly pathVariable = "name";
  readonly methods = ["GET", "POST"];
  readonly #table: LogLevelTable;
  readonly #logger: Logger;
  readonly #bodies: BodyReader;

  /**
   * @param table holds the levels
   * @param logger reports changes
   * @param bodies reads request bodies
   */
  constructor(table: LogLevelTable, logger: Logger, bodies: BodyReader) {
    this.#bodies = bodies;
    this.#table = table;
    this.#logger = logger.forCategory("espalier.actuator");
  }

  async handle({ request, path, caller }: ActuatorRequest): Promise<Response | undefined> {
    if (request.method === "POST") {
      return path === ""
        ? problem({ status: 405, headers: { allow: "GET, HEAD" } })
        : await this.#change(path, request, caller);
    }
    if (path === "") return Response.json(this.#all());
    if (Object.hasOwn(groups, path)) return Response.json(this.#group(groups[path]!));
    const category = categoryOf(path);
    const isKnown = category === "" || namesOf(this.#table.categories).has(category);
    return isKnown ? Response.json(this.#levelsOf(category)) : undefined;
  }

  #all(): object {
    const names = [...namesOf(this.#table.categories)].sort();
    return {
      levels,
      loggers: Object.fromEntries(
        ["", ...names].map((category) => [category === "" ? "ROOT" : category, this.#levelsOf(category)]),
      ),
      groups: Object.fromEntries(Object.entries(groups).map(([name, members]) => [name, this.#group(members)])),
    };
  }

  #levelsOf(category: string): Levels {
    const configuredLevel = this.#table.configured(category);
    return {
      ...(configuredLevel === undefined ? {} : { configuredLevel }),
      effectiveLevel: this.#table.effective(category),
    };
  }

  #group(members: readonly string[]): object {
    const configured = new Set(members.map((member) => this.#table.configured(member)));
    const [configuredLevel] = configured;
    return { ...(configured.size === 1 && configuredLevel !== undefined ? { configuredLevel } : {}), members };
  }

  async #change(path: string, request: Request, caller: ActuatorCaller | undefined): Promise<Response> {
    try {
      const level = levelOf(parsed(await this.#bodies.text(request)));
      if (path.length > maxName) throw new RangeError(`The name must have at most ${maxName} characters`);
      const categories = groups[path] ?? [categoryOf(path)];
      for (const category of categories) {
        this.#table.set(category, level);
        const message = `The level of category "${category}" is ${this.#table.effective(category)} from now on`;
        this.#logger.info(message, caller === undefined ? {} : { caller: caller.name });
      }
      return new Response(null, { status: 204 });
    } catch (error) {
      if (error instanceof BodyRefusal) {
        return problem({ status: error.status, detail: error.message, headers: error.headers });
      }
      if (error instanceof RangeError || error instanceof TypeError) {
        return problem({ status: 400, detail: error.message });
      }
      if (!(error instanceof SyntaxError)) throw error;
      return problem({ status: 400, detail: 'The body must be JSON such as {"configuredLevel": "DEBUG"}' });
    }
  }
}

/** Reads the level; an empty body resets it to that of the prefix. */
function parsed(text: string): unknown {
  return text.trim() === "" ? undefined : JSON.parse(text);
}

function categoryOf(path: string): string {
  return path.toUpperCase() === "ROOT" ? "" : path;
}

/** The categories with all their prefixes: a level may be given to any of them. */
function namesOf(categories: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (let name of categories) {
    while (name !== "" && !names.has(name)) {
      names.add(name);
      name = name.slice(0, Math.max(0, name.lastIndexOf(".")));
    }
  }
  return names;
}

function levelOf(body: unknown): LogLevel | undefined {
  const asked = (body ?? {}) as { readonly configuredLevel?: unknown };
  if (typeof asked !== "object" || Array.isArray(asked)) {
    throw new TypeError('The body must be an object such as {"configuredLevel": "DEBUG"}');
  }
  const { configuredLevel } = asked;
  if (configuredLevel === undefined || configuredLevel === null) return undefined;
  const level = levels.find((each) => each === String(configuredLevel).toUpperCase());
  if (level !== undefined) return level;
  throw new TypeError(
    `The value of "configuredLevel" must be one of ${levels.join(", ")} or null: current value is ${
      JSON.stringify(configuredLevel)
    }`,
  );
}
