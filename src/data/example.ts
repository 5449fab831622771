import type { Class } from "../kernel/mod.ts";
import { ExampleMatcher } from "./example_matcher.ts";

/** An object filled in as far as results are to look like it, and how it is compared. */
export class Example<T> {
  /** The class of the results. */
  readonly probeType: Class<T>;
  /** The values to look for. */
  readonly probe: Partial<T>;
  /** How they are compared. */
  readonly matcher: ExampleMatcher;

  private constructor(probeType: Class<T>, probe: Partial<T>, matcher: ExampleMatcher) {
    this.probeType = probeType;
    this.probe = probe;
    this.matcher = matcher;
  }

  /**
   * Makes an example.
   *
   * @param probeType the class of the results
   * @param probe the values to look for: an instance, or an object with some of its properties
   * @param matcher how they are compared; by default exactly, nulls ignored
   */
  static of<T>(
    probeType: Class<T>,
    probe: Partial<T>,
    matcher: ExampleMatcher = ExampleMatcher.matching(),
  ): Example<T> {
    return new Example(probeType, probe, matcher);
  }
}
