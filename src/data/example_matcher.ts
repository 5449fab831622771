import type { TextMatch } from "./criteria.ts";

/** How texts of an example are compared; `DEFAULT` is the store's way, which is `EXACT`. */
export type StringMatcher = "DEFAULT" | "EXACT" | "STARTING" | "ENDING" | "CONTAINING" | "REGEX";

/** Converts a property's value in the example before it is compared; `undefined` leaves the property out. */
export type PropertyValueTransformer = (value: unknown) => unknown;

/** The comparison of one property of an example. Options that are left out come from the matcher. */
export interface PropertySpecifier {
  /** How texts are compared. */
  readonly stringMatcher?: StringMatcher;
  /** Whether upper and lower case are alike. */
  readonly ignoreCase?: boolean;
  /** Converts the example's value. */
  readonly transform?: PropertyValueTransformer;
}

/** Ready-made {@linkcode PropertySpecifier}s. */
export const GenericPropertyMatchers: {
  contains(): PropertySpecifier;
  endsWith(): PropertySpecifier;
  startsWith(): PropertySpecifier;
  exact(): PropertySpecifier;
  regex(): PropertySpecifier;
  storeDefaultMatching(): PropertySpecifier;
  caseSensitive(): PropertySpecifier;
  ignoreCase(): PropertySpecifier;
} = {
  contains: () => ({ stringMatcher: "CONTAINING" }),
  endsWith: () => ({ stringMatcher: "ENDING" }),
  startsWith: () => ({ stringMatcher: "STARTING" }),
  exact: () => ({ stringMatcher: "EXACT" }),
  regex: () => ({ stringMatcher: "REGEX" }),
  storeDefaultMatching: () => ({ stringMatcher: "DEFAULT" }),
  caseSensitive: () => ({ ignoreCase: false }),
  ignoreCase: () => ({ ignoreCase: true }),
};

interface MatcherState {
  readonly mode: "all" | "any";
  readonly nulls: "ignore" | "include";
  readonly stringMatcher: StringMatcher;
  readonly ignoreCase: boolean;
  readonly ignoredPaths: ReadonlySet<string>;
  readonly specifiers: ReadonlyMap<string, PropertySpecifier>;
}

/** Says how an example is compared. Immutable: each method gives another matcher. */
export class ExampleMatcher {
  readonly #state: MatcherState;

  private constructor(state: MatcherState) {
    this.#state = state;
  }

  /** All properties of the example have to match; nulls are ignored. */
  static matching(): ExampleMatcher {
    return ExampleMatcher.matchingAll();
  }

  /** All properties of the example have to match; nulls are ignored. */
  static matchingAll(): ExampleMatcher {
    return new ExampleMatcher({
      mode: "all",
      nulls: "ignore",
      stringMatcher: "DEFAULT",
      ignoreCase: false,
      ignoredPaths: new Set(),
      specifiers: new Map(),
    });
  }

  /** One property of the example has to match; nulls are ignored. */
  static matchingAny(): ExampleMatcher {
    return ExampleMatcher.matchingAll().#with({ mode: "any" });
  }

  /** Whether all properties have to match. */
  get isAllMatching(): boolean {
    return this.#state.mode === "all";
  }

  /** Whether one property has to match. */
  get isAnyMatching(): boolean {
    return this.#state.mode === "any";
  }

  /** Whether nulls in the example have to be null in the result; otherwise they are ignored. */
  get includesNullValues(): boolean {
    return this.#state.nulls === "include";
  }

  /** The default comparison of texts. */
  get defaultStringMatcher(): StringMatcher {
    return this.#state.stringMatcher;
  }

  /** Whether comparisons ignore case by default. */
  get isIgnoreCaseEnabled(): boolean {
    return this.#state.ignoreCase;
  }

  /** Property paths left out. */
  get ignoredPaths(): ReadonlySet<string> {
    return new Set(this.#state.ignoredPaths);
  }

  /** The comparisons of single properties, by path. */
  get propertySpecifiers(): ReadonlyMap<string, PropertySpecifier> {
    return new Map(this.#state.specifiers);
  }

  /** Leaves properties out, in addition to those left out already. */
  withIgnorePaths(...paths: readonly string[]): ExampleMatcher {
    return this.#with({ ignoredPaths: new Set([...this.#state.ignoredPaths, ...paths]) });
  }

  /** Sets the comparison of a property, replacing an earlier one. */
  withMatcher(path: string, specifier: PropertySpecifier): ExampleMatcher {
    return this.#with({ specifiers: new Map([...this.#state.specifiers, [path, specifier]]) });
  }

  /** Converts a property's value in the example before it is compared. */
  withTransformer(path: string, transform: PropertyValueTransformer): ExampleMatcher {
    return this.withMatcher(path, { ...this.#state.specifiers.get(path), transform });
  }

  /** Takes upper and lower case alike: in the given properties, or in all when none is given. */
  withIgnoreCase(...paths: readonly string[]): ExampleMatcher {
    if (paths.length === 0) return this.#with({ ignoreCase: true });
    return paths.reduce<ExampleMatcher>(
      (matcher, path) => matcher.withMatcher(path, { ...matcher.#state.specifiers.get(path), ignoreCase: true }),
      this,
    );
  }

  /** Sets the default comparison of texts. */
  withStringMatcher(stringMatcher: StringMatcher): ExampleMatcher {
    return this.#with({ stringMatcher });
  }

  /** Nulls in the example have to be null in the result. */
  withIncludeNullValues(): ExampleMatcher {
    return this.#with({ nulls: "include" });
  }

  /** Nulls in the example are ignored. */
  withIgnoreNullValues(): ExampleMatcher {
    return this.#with({ nulls: "ignore" });
  }

  /** Returns the comparison of one property: the kind of text search, if any, and whether it ignores case. */
  settingsFor(
    path: string,
  ): { match: TextMatch | undefined; ignoreCase: boolean; transform: PropertyValueTransformer } {
    const specifier = this.#state.specifiers.get(path);
    const own = specifier?.stringMatcher ?? "DEFAULT";
    return {
      match: textMatchOf(own === "DEFAULT" ? this.#state.stringMatcher : own),
      ignoreCase: specifier?.ignoreCase ?? this.#state.ignoreCase,
      transform: specifier?.transform ?? ((value) => value),
    };
  }

  /** Whether all of it equals the other. */
  equals(other: ExampleMatcher): boolean {
    const { ignoredPaths, specifiers, ...plain } = this.#state;
    const { ignoredPaths: otherPaths, specifiers: otherSpecifiers, ...otherPlain } = other.#state;
    return JSON.stringify(plain) === JSON.stringify(otherPlain) &&
      ignoredPaths.size === otherPaths.size && [...ignoredPaths].every((path) => otherPaths.has(path)) &&
      specifiers.size === otherSpecifiers.size &&
      [...specifiers].every(([path, specifier]) => sameSpecifier(specifier, otherSpecifiers.get(path)));
  }

  #with(change: Partial<MatcherState>): ExampleMatcher {
    return new ExampleMatcher({ ...this.#state, ...change });
  }
}

function sameSpecifier(a: PropertySpecifier, b: PropertySpecifier | undefined): boolean {
  return b !== undefined && a.stringMatcher === b.stringMatcher && a.ignoreCase === b.ignoreCase &&
    a.transform === b.transform;
}

function textMatchOf(matcher: StringMatcher): TextMatch | undefined {
  switch (matcher) {
    case "STARTING":
      return "starting";
    case "ENDING":
      return "ending";
    case "CONTAINING":
      return "containing";
    case "REGEX":
      return "regex";
    default:
      return undefined;
  }
}
