import type { loadJsonPatch } from "../../../deps.ts";
import { shortened } from "../../kernel/mod.ts";
import type { PointerTarget, PointerTargets } from "./pointer_targets.ts";
import { equalJson } from "./equal_json.ts";
import { isDeeperThan, maxJsonDepth } from "./json_depth.ts";
import { isJsonObject } from "./json_object.ts";
import { UnreadableBodyError } from "./unreadable_body_error.ts";

type JsonPatchLibrary = Awaited<ReturnType<typeof loadJsonPatch>>;
type PatchOperation = Parameters<JsonPatchLibrary["applyPatch"]>[1][number];

/** Maximum JSON characters of all `copy` and `move` operations of a patch, as each may double the document. */
const maxTakenCharacters = 1_048_576;

const indexPattern = /^(0|[1-9]\d*)$/;

const operations: readonly unknown[] = ["test", "replace", "remove", "add", "copy", "move"];

/** The operations that insert a value. */
const putting: readonly unknown[] = ["add", "copy", "move"];

/** The operations with a member `value`. */
const withValue: readonly unknown[] = ["add", "replace", "test"];

/** The document of a patch. */
export interface PatchedTarget {
  /** The properties that clients may read; not changed. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Decides which positions may be changed; all others may be tested and copied. */
  readonly pointerTargets: PointerTargets;
  /** Maximum number of operations. */
  readonly maxOperations: number;
}

/**
 * Applies a JSON Patch (RFC 6902) atomically.
 *
 * Beyond the standard, `-` in a path to read (`from`, `test`) refers to the last element of a list.
 *
 * @param library applies single operations
 * @param patched the document, and its writable positions
 * @param patch the operations
 * @returns the patched document
 * @throws UnreadableBodyError when an operation is invalid or can't be applied
 */
export function jsonPatch(library: JsonPatchLibrary, patched: PatchedTarget, patch: unknown): unknown {
  if (!Array.isArray(patch)) {
    throw new UnreadableBodyError(
      "Cannot apply the patch as a body of type application/json-patch+json must be a list of operations",
    );
  }
  const { document, pointerTargets, maxOperations } = patched;
  if (patch.length > maxOperations) throw tooManyOperations(patch.length, maxOperations);
  const target = structuredClone(document);
  let taken = 0;
  for (const operation of patch) {
    const prepared = preparedOperation(operation, { target, pointerTargets });
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
    // The library compares by a diff, whose time is cubic in the length of lists.
    const actual = valueAt(prepared.path, target);
    if (actual === undefined) throw refused(operation, `there is no value at "${prepared.path}"`);
    if (!equalJson(actual, prepared.value)) throw refused(operation, "the test failed");
    return;
  }
  const [error] = library.applyPatch(target, [prepared]);
  if (error !== null && error !== undefined) throw refused(operation, reasonOf(error));
}

/** Rejects results of operations that are nested more deeply than the limit of bodies. */
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

/** Returns the JSON characters at a path; 0 for a missing value, which the operation itself rejects. */
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

/** The state of a patched document. */
interface PatchState {
  readonly target: Record<string, unknown>;
  readonly pointerTargets: PointerTargets;
}

/** Checks an operation, creates the list that it appends to, and converts it for the library. */
function preparedOperation(operation: unknown, state: PatchState): PatchOperation {
  if (!isJsonObject(operation) || !operations.includes(operation.op)) {
    throw refused(operation, `"op" must be one of ${operations.join(", ")}`);
  }
  const { op, path, from } = operation;
  const { target, pointerTargets } = state;
  if (putting.includes(op)) createList(path, target);
  const pointerTarget = requirePointerTarget(operation, { ...state, member: "path", isChanged: op !== "test" });
  const readsFrom = op === "copy" || op === "move";
  if (readsFrom) requirePointerTarget(operation, { ...state, member: "from", isChanged: op === "move" });
  requireValue(operation);
  requireIndexes(operation, target);
  const read = (pointer: unknown) => lastElement(String(pointer), target);
  return {
    ...operation,
    ...(readsFrom ? { from: read(from) } : {}),
    ...(putting.includes(op) ? {} : { path: read(path) }),
    ...(op === "test" ? { value: pointerTargets.asWritten(pointerTarget, operation.value) } : {}),
    // The members were checked above.
  } as unknown as PatchOperation;
}

interface PointerCheck extends PatchState {
  /** The member of the operation that contains the pointer. */
  readonly member: "path" | "from";
  /** Whether the operation changes the value at the pointer. */
  readonly isChanged: boolean;
}

function requirePointerTarget(
  operation: Record<string, unknown>,
  { member, target, pointerTargets, isChanged }: PointerCheck,
): PointerTarget {
  const value = operation[member];
  if (typeof value !== "string" || !value.startsWith("/")) {
    throw refused(operation, `"${member}" must be a path such as "/title"`);
  }
  const segments = segmentsOf(value);
  if (segments.some((segment) => segment === "__proto__" || segment === "constructor" || segment === "prototype")) {
    throw refused(operation, `"${member}" must not lead to "__proto__", "constructor" or "prototype"`);
  }
  const parent = segments.length === 1 ? target : valueAt(value.slice(0, value.lastIndexOf("/")), target);
  const pointerTarget = pointerTargets.at(segments);
  const hasParent = typeof parent === "object" && parent !== null;
  if (pointerTarget === undefined ? hasParent : isChanged && !pointerTarget.isWritable) {
    const may = isChanged ? "written" : "read";
    const name = segments.join("/");
    throw refused(operation, `"${member}" must lead to a property that may be ${may}: there is no "${name}"`);
  }
  if (pointerTarget === undefined || !hasParent) throw refused(operation, `there is no value at "${value}"`);
  return pointerTarget;
}

/** Appending (`/-`) to a null list creates the list. */
function createList(pointer: unknown, target: Record<string, unknown>): void {
  if (typeof pointer !== "string" || !pointer.endsWith("/-") || valueAt(pointer.slice(0, -2), target) !== null) return;
  const segments = segmentsOf(pointer);
  // The parent has the list as a member, even if it is null.
  const holder = segments.slice(0, -2).reduce<unknown>(memberOf, target) as Record<string, unknown>;
  holder[segments.at(-2)!] = [];
}

function requireValue(operation: Record<string, unknown>): void {
  if (withValue.includes(operation.op) && !Object.hasOwn(operation, "value")) {
    throw refused(operation, '"value" must be there');
  }
}

/** Checks that paths into lists refer to elements. */
function requireIndexes(operation: Record<string, unknown>, target: unknown): void {
  const { op, path, from } = operation;
  const misplaced = putting.includes(op) ? misplacedIndex(String(path), target) : undefined;
  if (misplaced !== undefined) throw refused(operation, misplaced);
  if (op === "add") return;
  const source = String(putting.includes(op) ? from : path);
  if (isNoIndex(source, target)) throw refused(operation, `there is no value at "${source}"`);
}

/** Returns the reason why a value can't be inserted at a path into a list. */
function misplacedIndex(pointer: string, target: unknown): string | undefined {
  const list = valueAt(pointer.slice(0, pointer.lastIndexOf("/")), target);
  const index = segmentsOf(pointer).at(-1)!;
  if (!Array.isArray(list) || index === "-") return undefined;
  if (indexPattern.test(index) && Number(index) <= list.length) return undefined;
  return `"path" must end in an index from 0 to ${list.length} or "-", as the list has ${list.length} elements: ` +
    `current value is "${shortened(index)}"`;
}

/** Whether a path refers to a member of a list that is not an element, such as `length`. */
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
