import { timerLimitMs } from "../timer_limit.ts";

/** One configuration key: its default, its string form and its allowed values. */
export interface Property<T> {
  /** The default value. */
  readonly default: T;
  /** The default value in the development preset; absent means `default`. */
  readonly development?: T;
  /** The default value in the test preset; absent means `default`. */
  readonly test?: T;
  /** Describes the allowed values, for error messages and documentation: `"an integer >= 1"`. */
  readonly allowed: string;
  /** The effect of the key, in one sentence. */
  readonly description: string;
  /**
   * Parses the string form, as in an environment variable.
   *
   * @returns the value, or `undefined` if the string is not allowed
   */
  parse(text: string): T | undefined;
  /** Whether a value set by code is allowed. */
  accepts(value: unknown): boolean;
}

/** The keys of one group of properties. */
export type PropertyTable<G> = { readonly [K in keyof G]-?: Property<G[K]> };

/** A whole number within bounds. */
export function integer(
  options: { default: number; development?: number; min?: number; max?: number; description: string },
): Property<number> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = options;
  const accepts = (value: unknown) =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
  const bound = max === Number.MAX_SAFE_INTEGER ? "" : ` and <= ${max}`;
  return {
    default: options.default,
    ...(options.development === undefined ? {} : { development: options.development }),
    allowed: `an integer >= ${min}${bound}`,
    description: options.description,
    accepts,
    parse: (text) => /^-?\d+$/.test(text) && accepts(Number(text)) ? Number(text) : undefined,
  };
}

/** A time in whole milliseconds, no longer than a timer can wait. */
export function milliseconds(
  options: { default: number; development?: number; min?: number; description: string },
): Property<number> {
  return integer({ ...options, max: timerLimitMs - 1 });
}

/** A part of a whole, from 0 to 1. */
export function ratio(options: { default: number; description: string }): Property<number> {
  const accepts = (value: unknown) => typeof value === "number" && value >= 0 && value <= 1;
  return {
    ...options,
    allowed: "a number from 0 to 1",
    accepts,
    parse: (text) => /^(\d+(\.\d+)?|\.\d+)$/.test(text) && accepts(Number(text)) ? Number(text) : undefined,
  };
}

/** Any text. */
export function text(options: { default: string; description: string }): Property<string> {
  return {
    ...options,
    allowed: "a text",
    accepts: (value) => typeof value === "string",
    parse: (value) => value,
  };
}

/** An absolute path of the service, `""` or beginning with a slash. */
export function path(options: { default: string; description: string }): Property<string> {
  const accepts = (value: unknown) => typeof value === "string" && /^(\/[^?#]*)?$/.test(value);
  return {
    ...options,
    allowed: 'a path beginning with "/"',
    accepts,
    parse: (value) => accepts(value) ? value : undefined,
  };
}

/** A URL with its scheme, or `""`. */
export function address(options: { default: string; description: string }): Property<string> {
  const accepts = (value: unknown) =>
    value === "" || typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);
  return {
    ...options,
    allowed: 'a URL beginning with "http://" or "https://"',
    accepts,
    parse: (value) => accepts(value) ? value : undefined,
  };
}

/** On or off. */
export function flag(
  options: { default: boolean; development?: boolean; description: string },
): Property<boolean> {
  return {
    ...options,
    allowed: '"true" or "false"',
    accepts: (value) => typeof value === "boolean",
    parse: (value) => value === "true" ? true : value === "false" ? false : undefined,
  };
}

/** One of a fixed set of words. */
export function choice<const V extends string>(
  values: readonly V[],
  options: { default: NoInfer<V>; development?: NoInfer<V>; test?: NoInfer<V>; description: string },
): Property<V> {
  const accepts = (value: unknown): value is V => (values as readonly unknown[]).includes(value);
  return {
    ...options,
    allowed: `one of ${values.map((value) => `"${value}"`).join(", ")}`,
    accepts,
    parse: (value) => accepts(value) ? value : undefined,
  };
}

/** A list of words of a fixed set, in significant order; comma-separated in the string form. */
export function choices<const V extends string>(
  values: readonly V[],
  options: { default: readonly NoInfer<V>[]; description: string },
): Property<readonly V[]> {
  const accepts = (value: unknown): value is readonly V[] =>
    Array.isArray(value) && value.every((item) => (values as readonly unknown[]).includes(item));
  return {
    ...options,
    allowed: `a comma-separated list of ${values.map((value) => `"${value}"`).join(", ")}`,
    accepts,
    parse: (text) => {
      const items = text === "" ? [] : text.split(",").map((item) => item.trim());
      return accepts(items) ? items : undefined;
    },
  };
}

/** A list of strings, comma-separated in its string form. */
export function list(
  options: { default: readonly string[]; development?: readonly string[]; description: string },
): Property<readonly string[]> {
  return {
    ...options,
    allowed: "a comma-separated list",
    accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
    parse: (value) => value === "" ? [] : value.split(",").map((item) => item.trim()),
  };
}

/** Origins as browsers send them, without a path, comma-separated in the text form. */
export function origins(options: { default: readonly string[]; description: string }): Property<readonly string[]> {
  const texts = list(options);
  const accepts = (value: unknown): value is string[] =>
    texts.accepts(value) && (value as string[]).every((item) => /^(\*|null|[a-z][a-z\d+.-]*:\/\/[^/\s]+)$/i.test(item));
  return {
    ...options,
    allowed: 'a comma-separated list of origins, such as "https://shop.example", or "*"',
    accepts,
    parse: (text) => accepts(texts.parse(text)) ? texts.parse(text) : undefined,
  };
}

/** IP addresses and networks, comma-separated in the text form. */
export function networks(options: { default: readonly string[]; description: string }): Property<readonly string[]> {
  const texts = list(options);
  const accepts = (value: unknown): value is string[] => texts.accepts(value) && (value as string[]).every(isNetwork);
  return {
    ...options,
    allowed: 'a comma-separated list of IP addresses and networks, such as "10.0.0.0/8"',
    accepts,
    parse: (text) => accepts(texts.parse(text)) ? texts.parse(text) : undefined,
  };
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const most = prefixBits(address);
  if (most === undefined || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

/**
 * Number of bits of an IP address; `undefined` if the string is none. Not from `node:net`, so that clients load no
 * module of Node.
 */
function prefixBits(address: string): 32 | 128 | undefined {
  if (/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(address)) return 32;
  const isPlausible = /^[\da-f:.]+$/i.test(address) && address.includes(":");
  return isPlausible && URL.canParse(`http://[${address}]/`) ? 128 : undefined;
}

/** A subset of a fixed set of words, comma-separated in its string form. */
export function subset<const V extends string>(
  values: readonly V[],
  options: { default: readonly NoInfer<V>[]; description: string },
): Property<readonly V[]> {
  const accepts = (value: unknown): value is V[] =>
    Array.isArray(value) && value.every((item) => (values as readonly unknown[]).includes(item));
  const words = (text: string) => text === "" ? [] : text.split(",").map((item) => item.trim());
  return {
    ...options,
    allowed: `a comma-separated list of ${values.map((value) => `"${value}"`).join(", ")}`,
    accepts,
    parse: (text) => accepts(words(text)) ? words(text) as V[] : undefined,
  };
}
