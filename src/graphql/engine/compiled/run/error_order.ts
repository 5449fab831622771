// In graphql-js the error of a non-null position passes one promise after the other on its way up, and errors elsewhere may
// be reported meanwhile. Plans have no such promises: they wait as many microtasks as graphql-js 17 needs.
//
// | what an error passes                                              | microtasks                     |
// | ----------------------------------------------------------------- | ------------------------------ |
// | from a field to its object, or from an item to its list           | 1                              |
// | a list that fails                                                 | 1                              |
// | an object that fails: its values are awaited, then put together   | 2                              |
// | each awaited type resolution of an object (`resolveType`,         | 1                              |
// | `isTypeOf`), and the end of an async iterable                     |                                |
// | type resolution that fails itself                                 | 1, and 1 for each one before   |
// | a root field of a mutation, among the fields that run at first    | 2, and 1 for each field left   |
// | a root field of a mutation, after one that was awaited            | 3, and 1 for each field left   |
// | a root field after one that was awaited, which throws at once     | 1, and 1 for each field left   |
//
// While synchronous work runs, errors are thrown and nothing is waited for. All of it is switched off by the order
// "occurrence".

import type { GraphQLError } from "../../../../../deps.ts";
import type { Position } from "./position.ts";
import { ValueKind } from "../plan/value_kind.ts";

/** The order in which errors are reported that occur while something is awaited. */
export type ErrorOrderName = "graphql-js" | "occurrence";

/** How errors of children come to a place. */
interface Rise {
  /** Whether an error of a child is on its way already: the first one counts. */
  failing: boolean;
  /** Failures of items that are kept back while an async iterable is read; `null` when none is read. */
  held: HeldFailure[] | null;
  /** Promises that an error passes beside those of every object or list. */
  detours: number;
}

/** A failed item of an async iterable that is not at its end yet. */
export interface HeldFailure {
  readonly position: Position;
  readonly error: GraphQLError;
}

/** Type resolution that is awaited. */
export interface Detour {
  /** The type is known: errors of the object pass one promise more from now on. */
  resolved(): void;
  /** The resolution failed, or what it led to. */
  failed(report: () => void): void;
}

/** Keeps the errors of one execution in order. It holds only places that fail, and those of awaited types and streams. */
export class ErrorOrder {
  /** Whether the synchronous phase is still running. */
  isSynchronous = true;
  readonly #isExact: boolean;
  #rises: Map<Position, Rise> | undefined;
  /** How many promises an error of the running root field passes, where fields run one after the other. */
  #serialDelay: number | undefined;

  /** @param name the order */
  constructor(name: ErrorOrderName) {
    this.#isExact = name === "graphql-js";
  }

  /**
   * Lets an error rise from a non-null place to the enclosing one.
   *
   * @param position the place that failed, which is not the root
   * @param error its error
   * @param fail fails the enclosing place, when the error has arrived there
   */
  rise(position: Position, error: GraphQLError, fail: (parent: Position, error: GraphQLError) => void): void {
    const parent = position.prev!; // the root is never raised from
    const rise = this.#riseOf(parent);
    if (rise.held !== null) {
      rise.held.push({ position, error });
      return;
    }
    if (parent.prev === null && this.#serialDelay !== undefined && !this.isSynchronous) {
      return this.#after(this.#serialDelay, () => fail(parent, error));
    }
    this.#after(this.isSynchronous ? 0 : 1, () => {
      if (rise.failing) return;
      rise.failing = true;
      const isList = parent.value !== null && parent.value.kind === ValueKind.LIST;
      this.#after(this.isSynchronous ? 0 : (isList ? 1 : 2) + rise.detours, () => fail(parent, error));
    });
  }

  /** The type of an object is awaited. */
  detour(position: Position): Detour {
    const rise = this.#riseOf(position);
    const before = rise.detours;
    return {
      resolved: () => {
        rise.detours = before + 1;
      },
      failed: (report) => this.#after(before + 1, report),
    };
  }

  /** An async iterable is read into a list: failures of its items are kept back. */
  hold(list: Position): void {
    this.#riseOf(list).held = [];
  }

  /** The source of a list failed: the failures of its items don't count. */
  drop(list: Position): void {
    this.#riseOf(list).held = null;
  }

  /** A source was read to its end: gives the failure of the first item that failed. */
  release(list: Position): HeldFailure | undefined {
    const rise = this.#riseOf(list);
    const held = rise.held ?? [];
    rise.held = null;
    rise.detours++; // the promise of all items is returned from within a promise
    return held.sort((a, b) => Number(a.position.key) - Number(b.position.key))[0];
  }

  /**
   * A root field begins that others wait for.
   *
   * @param left how many fields follow
   * @param isFirst whether no field was awaited before
   */
  beginSerial(left: number, isFirst: boolean): void {
    this.#serialDelay = (isFirst ? 2 : 3) + left;
  }

  /** A root field threw at once, after one that was awaited. Fields below it may fail until that is reported. */
  serialThrew(report: () => void): void {
    this.#after((this.#serialDelay ?? 2) - 2, report);
  }

  #riseOf(position: Position): Rise {
    const rises = this.#rises ??= new Map<Position, Rise>();
    let rise = rises.get(position);
    if (rise === undefined) rises.set(position, rise = { failing: false, held: null, detours: 0 });
    return rise;
  }

  #after(count: number, callback: () => void): void {
    if (this.#isExact) afterMicrotasks(count, callback);
    else callback();
  }
}

function afterMicrotasks(count: number, callback: () => void): void {
  if (count === 0) callback();
  else queueMicrotask(() => afterMicrotasks(count - 1, callback));
}
