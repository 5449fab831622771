import type { loadJsonPatch } from "../../../deps.ts";
import { shortened } from "../../kernel/mod.ts";
import type { DocumentPlace, DocumentPlaces } from "./document_places.ts";
import { equalJson } from "./equal_json.ts";
import { isDeeperThan, maxJsonDepth } from "./json_depth.ts";
import { isJsonObject } from "./json_object.ts";
import { UnreadableBodyError } from "./unreadable_body_error.ts";

type JsonPatchLibrary = Awaited<ReturnType<typeof loadJsonPatch>>;
type PatchOperation = Parameters<JsonPatchLibrary["applyPatch"]>[1][number];

/** Maximum characters of JSON that the `copy` and `move` operations of a patch take together: each may double a document. */
const maxTakenCharacters = 1_048_576;

const indexPattern = /^(0|[1-9]\d*)$/;

const operations: readonly unknown[] = ["test", "replace", "remove", "add", "copy", "move"];

/** The operations that put a value in. */
const putting: readonly unknown[] = ["add", "copy", "move"];

/** The operations that bring a value. */
const withValue: readonly unknown[] = ["add", "replace", "test"];

/** What a patch is applied to. */
export interface PatchedTarget {
  /** Holds what clients may read; it is not changed. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Knows what may be changed; the rest may be tested and copied from. */
  readonly places: DocumentPlaces;
  /** Maximum number of operations. */
  readonly maxOperations: number;
}

/**
 * Applies a JSON Patch (RFC 6902) as a whole or not at all.
 *
 * Beyond the standard, `-` in the path that is read from (`from`, `test`) means a list's last element.
 *
 * @param library applies single operations
 * @param patched the document, and what of it may be changed
 * @param patch the operations
 * @returns the patched document
 * @throws UnreadableBodyError when an operation is none or can't be applied
 */
export function jsonPatch(library: JsonPatchLibrary, patched: PatchedTarget, patch: unknown): unknown {
  if (!Array.isArray(patch)) {
    throw new UnreadableBodyError(
      "Cannot apply the patch as a body of type application/json-patch+json must be a list of operations",
    );
  }
  const { document, places, maxOperations } = patched;
  if (patch.length > maxOperations) throw tooManyOperations(patch.length, maxOperations);
  const target = structuredClone(document);
  let taken = 0;
  for (const operation of patch) {
    const prepared = preparedOperation(operation, { target, places });
    if (prepared.op === "copy" || prepared.op === "move") taken += sizeAt(prepared.from, target);
    if (taken > maxTakenCharacters) {
      throw refused(operation, `a patch must copy and move ${maxTakenCharacters} characters of JSON at most`);
    }
    requireDepth(operation, prepared, target);
    apply(library, { operation, prepared }, target);
  }
  return target;
}

function tooManyOperations(count: number, max: number): UnreadableBodyError {
  return new UnreadableBodyError(
    `Cannot apply the patch as it must have ${max} operations at most: current number is ${count}`,
    { limit: { name: "maxPatchOperations", value: max } },
  );
}

function apply(
  library: JsonPatchLibrary,
  { operation, prepared }: { operation: unknown; prepared: PatchOperation },
  target: Record<string, unknown>,
): void {
  if (prepared.op === "test") {
    // The library's own comparison computes a difference, whose time is cubic in the length of lists.
    const actual = valueAt(prepared.path, target);
    if (actual === undefined) throw refused(operation, `there is no value at "${prepared.path}"`);
    if (!equalJson(actual, prepared.value)) throw refused(operation, "the test failed");
    return;
  }
  const [error] = library.applyPatch(target, [prepared]);
  if (error !== null && error !== undefined) throw refused(operation, reasonOf(error));
}

/** Operations that put one value into another must not build what is nested more deeply than a body may be. */
function requireDepth(operation: unknown, prepared: PatchOperation, target: unknown): void {
  if (prepared.op === "test" || prepared.op === "remove") return;
  const value = prepared.op === "copy" || prepared.op === "move" ? valueAt(prepared.from, target) : prepared.value;
  const levelsLeft = maxJsonDepth - segmentsOf(prepared.path).length;
  if (levelsLeft >= 0 && !isDeeperThan(value, levelsLeft)) return;
  throw refused(operation, `the result must be nested at most ${maxJsonDepth} levels deep`);
}

function reasonOf(error: Error): string {
  if ("path" in error) return `there is no value at "${error.path}"`;
  return `it is not possible: ${error.message}`;
}

/** The characters of JSON at a path; 0 where nothing is, which the operation itself refuses. */
function sizeAt(pointer: string, target: unknown): number {
  return JSON.stringify(valueAt(pointer, target))?.length ?? 0;
}

function valueAt(pointer: string, target: unknown): unknown {
  return segmentsOf(pointer).reduce(memberOf, target);
}

function memberOf(held: unknown, key: string): unknown {
  if (typeof held !== "object" || held === null || !Object.hasOwn(held, key)) return undefined;
  if (Array.isArray(held) && !indexPattern.test(key)) return undefined;
  return (held as Record<string, unknown>)[key];
}

function segmentsOf(pointer: string): string[] {
  return pointer.slice(1).split("/").map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A document that is being patched. */
interface PatchState {
  readonly target: Record<string, unknown>;
  readonly places: DocumentPlaces;
}

/** Checks an operation, begins the list that it appends to, and says it in the library's terms. */
function preparedOperation(operation: unknown, state: PatchState): PatchOperation {
  if (!isJsonObject(operation) || !operations.includes(operation.op)) {
    throw refused(operation, `"op" must be one of ${operations.join(", ")}`);
  }
  const { op, path, from } = operation;
  const { target, places } = state;
  if (putting.includes(op)) beginList(path, target);
  const place = requirePlace(operation, { ...state, member: "path", isChanged: op !== "test" });
  const readsFrom = op === "copy" || op === "move";
  if (readsFrom) requirePlace(operation, { ...state, member: "from", isChanged: op === "move" });
  requireValue(operation);
  requireIndexes(operation, target);
  const read = (pointer: unknown) => lastElement(String(pointer), target);
  return {
    ...operation,
    ...(readsFrom ? { from: read(from) } : {}),
    ...(putting.includes(op) ? {} : { path: read(path) }),
    ...(op === "test" ? { value: places.asWritten(place, operation.value) } : {}),
    // The members were checked above.
  } as unknown as PatchOperation;
}

interface PlaceCheck extends PatchState {
  /** The operation's member that leads to the place. */
  readonly member: "path" | "from";
  /** Whether the operation changes what stands there. */
  readonly isChanged: boolean;
}

function requirePlace(
  operation: Record<string, unknown>,
  { member, target, places, isChanged }: PlaceCheck,
): DocumentPlace {
  const value = operation[member];
  if (typeof value !== "string" || !value.startsWith("/")) {
    throw refused(operation, `"${member}" must be a path such as "/title"`);
  }
  const segments = segmentsOf(value);
  if (segments.some((segment) => segment === "__proto__" || segment === "constructor" || segment === "prototype")) {
    throw refused(operation, `"${member}" must not lead to "__proto__", "constructor" or "prototype"`);
  }
  const parent = segments.length === 1 ? target : valueAt(value.slice(0, value.lastIndexOf("/")), target);
  const place = places.at(segments);
  const hasParent = typeof parent === "object" && parent !== null;
  if (place === undefined ? hasParent : isChanged && !place.isWritable) {
    const may = isChanged ? "written" : "read";
    const name = segments.join("/");
    throw refused(operation, `"${member}" must lead to a property that may be ${may}: there is no "${name}"`);
  }
  if (place === undefined || !hasParent) throw refused(operation, `there is no value at "${value}"`);
  return place;
}

/** Appending (`/-`) to a null list creates the list. */
function beginList(pointer: unknown, target: Record<string, unknown>): void {
  if (typeof pointer !== "string" || !pointer.endsWith("/-") || valueAt(pointer.slice(0, -2), target) !== null) return;
  const segments = segmentsOf(pointer);
  // The list is a member of what holds it, if only as null.
  const holder = segments.slice(0, -2).reduce<unknown>(memberOf, target) as Record<string, unknown>;
  holder[segments.at(-2)!] = [];
}

function requireValue(operation: Record<string, unknown>): void {
  if (withValue.includes(operation.op) && !Object.hasOwn(operation, "value")) {
    throw refused(operation, '"value" must be there');
  }
}

/** Where paths lead into lists, they must lead to elements. */
function requireIndexes(operation: Record<string, unknown>, target: unknown): void {
  const { op, path, from } = operation;
  const misplaced = putting.includes(op) ? misplacedIndex(String(path), target) : undefined;
  if (misplaced !== undefined) throw refused(operation, misplaced);
  if (op === "add") return;
  const source = String(putting.includes(op) ? from : path);
  if (isNoIndex(source, target)) throw refused(operation, `there is no value at "${source}"`);
}

/** Why a value can't be put at a path, where the path leads into a list. */
function misplacedIndex(pointer: string, target: unknown): string | undefined {
  const list = valueAt(pointer.slice(0, pointer.lastIndexOf("/")), target);
  const index = segmentsOf(pointer).at(-1)!;
  if (!Array.isArray(list) || index === "-") return undefined;
  if (indexPattern.test(index) && Number(index) <= list.length) return undefined;
  return `"path" must end in an index from 0 to ${list.length} or "-", as the list has ${list.length} elements: ` +
    `current value is "${shortened(index)}"`;
}

/** Whether a path leads to what a list has beside its elements, such as its length. */
function isNoIndex(pointer: string, target: unknown): boolean {
  const last = segmentsOf(pointer).at(-1)!;
  const list = valueAt(pointer.slice(0, pointer.lastIndexOf("/")), target);
  return Array.isArray(list) && last !== "-" && !indexPattern.test(last);
}

function lastElement(pointer: string, target: unknown): string {
  if (!pointer.endsWith("/-")) return pointer;
  const list = valueAt(pointer.slice(0, -2), target);
  return Array.isArray(list) && list.length > 0 ? `${pointer.slice(0, -1)}${list.length - 1}` : pointer;
}

function refused(operation: unknown, why: string): UnreadableBodyError {
  return new UnreadableBodyError(
    `Cannot apply patch operation ${shortened(JSON.stringify(operation) ?? "undefined", 500)} as ${why}`,
  );
}
