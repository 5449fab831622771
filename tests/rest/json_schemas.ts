import { Ajv2020, type ValidateFunction } from "ajv/2020";
import addFormats from "ajv-formats";

/** Compiles the schemas of one document, each once. */
export class Validators {
  readonly #ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
  readonly #compiled = new Map<string, ValidateFunction>();

  /** @param document a schema, or a document that has schemas in it */
  constructor(document: object) {
    // The default export is typed as a module by its CommonJS declaration.
    (addFormats as unknown as (target: Ajv2020) => void)(this.#ajv);
    for (const keyword of openApiKeywords) this.#ajv.addKeyword(keyword);
    this.#ajv.addSchema({ ...document, $id: "http://localhost/document" });
  }

  /**
   * Compiles a schema.
   *
   * @param steps the names that lead to the schema inside of the document
   */
  at(...steps: readonly string[]): ValidateFunction {
    const pointer = steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    const known = this.#compiled.get(pointer);
    const compiled = known ?? this.#ajv.compile({ $ref: `http://localhost/document#${encodeURI(pointer)}` });
    this.#compiled.set(pointer, compiled);
    return compiled;
  }
}

/** What an OpenAPI document has outside of its schemas. */
const openApiKeywords = ["openapi", "info", "servers", "tags", "paths", "components", "security"];

/** What is wrong with a value. */
export function faults(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
