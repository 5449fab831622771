import type { Class } from "./type_descriptor.ts";

// Runtimes without decorator metadata: define the symbol once, as the TC39 proposal asks of a polyfill.
(Symbol as { metadata: symbol }).metadata ??= Symbol.for("Symbol.metadata");

/** The entries that decorators recorded for one class under one key. */
type Recorded = Record<symbol, unknown[]>;

/** The arguments with which a member decorator is called, in the standard or the legacy flavour. */
export type MemberDecoratorCall =
  | readonly [method: unknown, context: ClassMemberDecoratorContext]
  | readonly [target: object, name: string | symbol, descriptor?: PropertyDescriptor];

/**
 * Records an entry for a class from within a decorator. Nothing else happens at decoration time: start-up reads the
 * entries back with {@linkcode recordedFor}.
 *
 * Works for TC39 standard decorators (the second argument is a context with `kind`) and for legacy ones (the second
 * argument is the member's name).
 *
 * @param key names the kind of entry
 * @param call the arguments that the decorator received
 * @param entry makes the entry from the member's name
 */
export function recordMember<E>(key: symbol, call: MemberDecoratorCall, entry: (name: string) => E): void {
  const [target, second] = call;
  if (isStandardContext(second)) {
    entriesIn(second.metadata as Recorded, key).push(entry(String(second.name)));
    return;
  }
  const owner = typeof target === "function" ? target : (target as object).constructor;
  entriesIn(ownMetadata(owner), key).push(entry(String(second)));
}

/**
 * Records an entry for a class from within a class decorator, standard or legacy.
 *
 * @param key names the kind of entry
 * @param call the arguments that the decorator received: the class and, in the standard flavour, a context
 * @param entry the recorded entry
 */
export function recordClass(key: symbol, call: readonly [type: Class, context?: unknown], entry: unknown): void {
  const [type, context] = call;
  const metadata = isStandardContext(context) ? context.metadata as Recorded : ownMetadata(type);
  entriesIn(metadata, key).push(entry);
}

/**
 * Rejects a decorator that is written without its call, in which case its first argument is the method or class
 * (standard flavour) or the
 * prototype (legacy), arrives as its first argument.
 *
 * @param decorator the decorator's name, for example `QueryMapping`
 * @param given the decorator's first argument
 * @throws TypeError saying how to call it
 */
export function requireCalled(decorator: string, given: unknown): void {
  const isPrototype = typeof given === "object" && given !== null && Object.hasOwn(given, "constructor");
  if (typeof given !== "function" && !isPrototype) return;
  throw new TypeError(`Cannot decorate with @${decorator} as it must be called: @${decorator}(…)`);
}

/**
 * Reads the entries recorded for a class and the classes that it extends, nearest class first.
 *
 * In Deno a subclass without decorators has no metadata, so the constructor chain is walked.
 *
 * @param key names the kind of entry
 * @param type the class
 */
export function recordedFor<E>(key: symbol, type: Class): E[] {
  return recordedByClass<E>(key, type).flat();
}

/**
 * Reads the same entries as {@linkcode recordedFor}, grouped by class.
 *
 * @param key names the kind of entry
 * @param type the class
 * @returns one list for each class that has entries, that of the nearest class first
 */
export function recordedByClass<E>(key: symbol, type: Class): E[][] {
  // All entries of one key have the type that its readers expect.
  return [...metadataOf(type)].flatMap((metadata) => Object.hasOwn(metadata, key) ? [metadata[key] as E[]] : []);
}

/**
 * Whether decorators recorded anything for a class or a class that it extends.
 *
 * @param type the class
 */
export function isDecorated(type: Class): boolean {
  return metadataOf(type).some((metadata) => Object.getOwnPropertySymbols(metadata).length > 0);
}

/**
 * The metadata of a class and of the classes that it extends, the nearest first; classes without metadata are skipped.
 */
function* metadataOf(type: Class): Generator<Recorded, undefined> {
  for (let c: unknown = type; typeof c === "function" && c !== Function.prototype; c = Object.getPrototypeOf(c)) {
    if (!Object.hasOwn(c, Symbol.metadata)) continue;
    const metadata = (c as unknown as Record<symbol, Recorded | undefined>)[Symbol.metadata];
    if (metadata) yield metadata;
  }
}

function isStandardContext(value: unknown): value is DecoratorContext {
  return typeof value === "object" && value !== null && "kind" in value;
}

function ownMetadata(type: object): Recorded {
  if (!Object.hasOwn(type, Symbol.metadata)) {
    Object.defineProperty(type, Symbol.metadata, { value: Object.create(null), configurable: true, writable: true });
  }
  return (type as Record<symbol, Recorded>)[Symbol.metadata]!;
}

function entriesIn(metadata: Recorded, key: symbol): unknown[] {
  if (!Object.hasOwn(metadata, key)) metadata[key] = [];
  return metadata[key]!;
}
