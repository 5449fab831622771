import { exactScalars } from "../kernel/mod.ts";

/** Maximum number of decimal places of an average. */
const averagePlaces = 20;

/** Sums whole and decimal numbers up, whatever their size. */
export class ExactSum {
  #unscaled = 0n;
  #scale = 0;
  #isEmpty = true;

  /** Adds a number; null adds nothing. */
  add(value: unknown): void {
    if (value === null || value === undefined) return;
    const text = exactScalars.Decimal.read(value);
    if (typeof text !== "string") {
      throw new TypeError(`Cannot sum up values as each must be a number: one is "${value}"`);
    }
    const { unscaled, scale } = scaled(text);
    this.#isEmpty = false;
    if (scale > this.#scale) {
      this.#unscaled *= 10n ** BigInt(scale - this.#scale);
      this.#scale = scale;
    }
    this.#unscaled += unscaled * 10n ** BigInt(this.#scale - scale);
  }

  /** The sum as a decimal number; null where nothing was added. */
  get text(): string | null {
    return this.#isEmpty ? null : decimalText(this.#unscaled, this.#scale);
  }
}

/**
 * Divides a sum, rounded half away from zero to 20 decimal places.
 *
 * @param sum a decimal number
 * @param count how many were summed up
 */
export function exactAverage(sum: string, count: number): string {
  const { unscaled, scale } = scaled(sum);
  const places = Math.max(averagePlaces, scale);
  const dividend = unscaled * 10n ** BigInt(places - scale) * 2n;
  const divisor = BigInt(count) * 2n;
  const rounded = (dividend + (unscaled < 0n ? -BigInt(count) : BigInt(count))) / divisor;
  const text = decimalText(rounded, places);
  let end = text.length;
  while (text[end - 1] === "0") end--;
  return text.slice(0, text[end - 1] === "." ? end - 1 : end);
}

function scaled(text: string): { readonly unscaled: bigint; readonly scale: number } {
  const [whole = "0", fraction = ""] = text.split(".");
  return { unscaled: BigInt(whole + fraction), scale: fraction.length };
}

function decimalText(unscaled: bigint, scale: number): string {
  if (scale === 0) return String(unscaled);
  const sign = unscaled < 0n ? "-" : "";
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, "0");
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
