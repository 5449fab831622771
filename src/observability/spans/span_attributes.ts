import type { Attributes, AttributeValue, loadOpenTelemetryCore } from "../deps.ts";

/** Limits of what a span holds, by the names of OpenTelemetry's SDK. */
export interface SpanLimits {
  readonly attributeCountLimit: number;
  readonly attributeValueLengthLimit: number;
  readonly eventCountLimit: number;
  readonly linkCountLimit: number;
  readonly attributePerEventCountLimit: number;
  readonly attributePerLinkCountLimit: number;
}

/** Limits of one set of attributes. */
type AttributeLimits = Pick<SpanLimits, "attributeCountLimit" | "attributeValueLengthLimit">;

/** What became of an attribute, by the numbers of OpenTelemetry's functions. */
const Decision = { invalid: 1, tooMany: 2, added: 3 } as const;
type Decision = number;

/** Checks values that are neither texts, numbers nor booleans: OpenTelemetry's own function. */
export type AddAttribute = Awaited<ReturnType<typeof loadOpenTelemetryCore>>["maybeAddAttribute"];

/** Attributes with the number of those that did not fit. */
export class SpanAttributes {
  readonly values: Attributes = {};
  dropped = 0;
  #count = 0;

  readonly #limits: AttributeLimits;
  readonly #addOther: AddAttribute;

  /**
   * @param limits how many, and how long
   * @param addOther checks and adds values that are neither texts, numbers nor booleans
   */
  constructor(limits: AttributeLimits, addOther: AddAttribute) {
    this.#limits = limits;
    this.#addOther = addOther;
  }

  /** Adds the attributes that something begins with: of those, invalid ones count as dropped. */
  begin(attributes: Attributes): void {
    for (const key in attributes) if (this.set(key, attributes[key]) === Decision.invalid) this.dropped++;
  }

  /** Adds attributes. */
  add(attributes: Attributes): void {
    for (const key in attributes) this.set(key, attributes[key]);
  }

  /**
   * Adds one attribute, or replaces it.
   *
   * @param key not empty
   * @param value of a type that OpenTelemetry knows
   */
  set(key: string, value: AttributeValue | undefined): Decision {
    const type = typeof value;
    const isPlain = type === "number" || type === "boolean" ||
      (type === "string" && (value as string).length <= this.#limits.attributeValueLengthLimit);
    if (isPlain && key !== "" && this.#count < this.#limits.attributeCountLimit) {
      if (!Object.hasOwn(this.values, key)) this.#count++;
      this.values[key] = value;
      return Decision.added;
    }
    const decision: Decision = this.#addOther({
      key,
      value: value as never,
      attributes: this.values,
      limits: this.#limits,
      currentAttributesCount: this.#count,
    }) as number;
    if (decision === Decision.added) this.#count++;
    else if (decision === Decision.tooMany) this.dropped++;
    return decision;
  }
}
