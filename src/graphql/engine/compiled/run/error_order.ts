// In graphql-js the error of a non-null position passes several promises while it propagates, and errors elsewhere may
// be reported in the meantime. Plans have no such promises: they wait for as many microtasks as graphql-js 17 needs.
//
// | step of the propagation                                           | microtasks                     |
// | ----------------------------------------------------------------- | ------------------------------ |
// | from a field to its object, or from an item to its list           | 1                              |
// | a list that fails                                                 | 1                              |
// | an object that fails: its values are awaited, then assembled      | 2                              |
// | each awaited type resolution of an object (`resolveType`,         | 1                              |
// | `isTypeOf`), and the end of an async iterable                     |                                |
// | type resolution that fails itself                                 | 1, and 1 for each one before   |
// | a root field of a mutation, before any field was awaited          | 2, and 1 for each field left   |
// | a root field of a mutation, after one that was awaited            | 3, and 1 for each field left   |
// | a root field after one that was awaited, which throws immediately | 1, and 1 for each field left   |
//
// In the synchronous phase errors are thrown without a delay. The order "occurrence" disables all delays.

import type { GraphQLError } from "../../../../../deps.ts";
import type { Position } from "./position.ts";
import { ValueKind } from "../plan/value_kind.ts";

/** The order in which errors of the asynchronous phase are reported. */
export type ErrorOrderName = "graphql-js" | "occurrence";

/** The state of error propagation from the children of a position. */
interface ErrorPropagation {
  /** Whether an error of a child is propagating already: only the first one counts. */
  isFailing: boolean;
  /** Errors of items, held while an async iterable is read; `null` if none is being read. */
  held: HeldFailure[] | null;
  /** The microtasks that an error needs in addition to those of every object or list. */
  extraMicrotasks: number;
}

/** A failed item of an async iterable that has not ended yet. */
export interface HeldFailure {
  readonly position: Position;
  readonly error: GraphQLError;
}

/** An awaited type resolution. */
export interface TypeResolution {
  /** Called when the type is known: errors of the object need one more microtask from now on. */
  resolved(): void;
  /** Called when the resolution, or the completion after it, failed. */
  failed(report: () => void): void;
}

/** Reports the errors of one execution in order. Stores only positions that fail, or have awaited types or streams. */
export class ErrorOrder {
  /** Whether the synchronous phase is still running. */
  isSynchronous = true;
  readonly #isExact: boolean;
  #propagations: Map<Position, ErrorPropagation> | undefined;
  /** The microtasks that an error of the current root field needs, if root fields run serially. */
  #serialMicrotasks: number | undefined;

  /** @param name the order */
  constructor(name: ErrorOrderName) {
    this.#isExact = name === "graphql-js";
  }

  /**
   * Propagates an error from a non-null position to its parent.
   *
   * @param position the position that failed, which is not the root
   * @param error its error
   * @param fail called to fail the parent
   */
  propagate(position: Position, error: GraphQLError, fail: (parent: Position, error: GraphQLError) => void): void {
    const parent = position.prev!; // errors don't propagate from the root
    const propagation = this.#propagationOf(parent);
    if (propagation.held !== null) {
      propagation.held.push({ position, error });
      return;
    }
    if (parent.prev === null && this.#serialMicrotasks !== undefined && !this.isSynchronous) {
      return this.#after(this.#serialMicrotasks, () => fail(parent, error));
    }
    this.#after(this.isSynchronous ? 0 : 1, () => {
      if (propagation.isFailing) return;
      propagation.isFailing = true;
      const isList = parent.value !== null && parent.value.kind === ValueKind.LIST;
      this.#after(this.isSynchronous ? 0 : (isList ? 1 : 2) + propagation.extraMicrotasks, () => fail(parent, error));
    });
  }

  /** Begins an awaited type resolution of an object. */
  awaitType(position: Position): TypeResolution {
    const propagation = this.#propagationOf(position);
    const before = propagation.extraMicrotasks;
    return {
      resolved: () => {
        propagation.extraMicrotasks = before + 1;
      },
      failed: (report) => this.#after(before + 1, report),
    };
  }

  /** Begins reading an async iterable into a list: holds the errors of its items. */
  hold(list: Position): void {
    this.#propagationOf(list).held = [];
  }

  /** Drops the held errors of a list's items, because its source failed. */
  drop(list: Position): void {
    this.#propagationOf(list).held = null;
  }

  /** Ends reading an async iterable: returns the error of the first item that failed. */
  release(list: Position): HeldFailure | undefined {
    const propagation = this.#propagationOf(list);
    const held = propagation.held ?? [];
    propagation.held = null;
    propagation.extraMicrotasks++; // graphql-js returns the promise of all items from a promise
    return held.sort((a, b) => Number(a.position.key) - Number(b.position.key))[0];
  }

  /**
   * Begins a serial root field.
   *
   * @param left the number of fields that follow
   * @param isFirst whether no field was awaited before
   */
  beginSerial(left: number, isFirst: boolean): void {
    this.#serialMicrotasks = (isFirst ? 2 : 3) + left;
  }

  /**
   * Reports a root field that threw synchronously, after one that was awaited. Fields below it may fail before that.
   */
  serialThrew(report: () => void): void {
    this.#after((this.#serialMicrotasks ?? 2) - 2, report);
  }

  #propagationOf(position: Position): ErrorPropagation {
    const propagations = this.#propagations ??= new Map<Position, ErrorPropagation>();
    let propagation = propagations.get(position);
    if (propagation === undefined) {
      propagations.set(position, propagation = { isFailing: false, held: null, extraMicrotasks: 0 });
    }
    return propagation;
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
