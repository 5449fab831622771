import type { ServiceIdentifier } from "../../deps.ts";
import { closestName, describeValue, token } from "../kernel/mod.ts";
import { accessRequest } from "./access_rule.ts";
import type { Authentication } from "./authentication.ts";
import type { Principal } from "./principal.ts";

/** The visible part of the API for one profile. */
export interface VisibilityProfile {
  /**
   * The hidden elements, by coordinates: `Order`, `Order.margin`, `Query.orders(debug:)`, `Color.RED`, `@internal`.
   * Types are those of the schema and entity classes of exported collections; everything else is visible.
   */
  readonly hide?: readonly string[];
}

/** Profiles, and which one a request gets. */
export interface VisibilityOptions {
  /** The hidden elements by name of the profile; at most 16 profiles. */
  readonly profiles: Readonly<Record<string, VisibilityProfile>>;
  /**
   * Chooses the profile of a request.
   *
   * @param principal name, scopes and roles of the caller; empty if it is not authenticated
   * @param authentication the authentication of the caller; `undefined` without credentials
   * @returns the name of a profile; any other value rejects the request
   */
  readonly choose: (principal: Principal, authentication: Authentication | undefined) => string;
}

/** The application's profiles; bound by `visibility()`. */
export interface VisibilityProfiles {
  /** Names of the profiles. */
  readonly names: readonly string[];
  /**
   * Whether a profile hides an element.
   *
   * @param profile name of the profile
   * @param coordinates for example `Order.margin`
   */
  hides(profile: string, coordinates: string): boolean;
  /**
   * Finds the profile of a request.
   *
   * @param authentication the authentication of the caller
   * @throws TypeError when `choose` returned no name of a profile
   */
  of(authentication: Authentication | undefined): string;
  /**
   * Checks the names of profiles to which an element is shown.
   *
   * @param names of profiles
   * @param subject the element that names them, for messages
   * @throws TypeError if a profile does not exist
   */
  requireNames(names: readonly string[], subject: string): void;
  /** Records coordinates that exist, so that misspelt ones are found. */
  addKnown(coordinates: Iterable<string>): void;
  /**
   * Checks that all hidden elements exist: a misspelt name would leave an element visible.
   *
   * @throws TypeError if one does not
   */
  requireKnown(): void;
}

/** Identifier of the {@linkcode VisibilityProfiles} bean; without it all callers see everything. */
export const VisibilityProfiles: ServiceIdentifier<VisibilityProfiles> = token<VisibilityProfiles>(
  "VisibilityProfiles",
);

/** Each profile has its own schema, plans and documents. */
const maxProfiles = 16;

/**
 * Makes the profiles of an application.
 *
 * @param options the profiles and their hidden elements
 * @throws TypeError if there is no profile, or there are too many
 */
export function visibilityProfiles({ profiles, choose }: VisibilityOptions): VisibilityProfiles {
  const names = Object.keys(profiles);
  if (names.length === 0 || names.length > maxProfiles) {
    throw new TypeError(
      `Cannot install visibility() as the number of profiles must be >= 1 and <= ${maxProfiles}: ` +
        `current value is ${names.length}`,
    );
  }
  const wrong = names.find((name) => !/^[\w-]{1,64}$/.test(name));
  if (wrong !== undefined) {
    throw new TypeError(
      `Cannot install visibility() as the names of profiles must be letters, digits, "_" and "-": current value is "${wrong}"`,
    );
  }
  const hidden = new Map(names.map((name) => [name, new Set(profiles[name]!.hide ?? [])]));
  const known = new Set<string>();
  return {
    names,
    hides: (profile, coordinates) => hidden.get(profile)?.has(coordinates) ?? true,
    of: (authentication) => {
      const { principal } = accessRequest(authentication);
      const chosen = choose(principal, authentication);
      if (hidden.has(chosen)) return chosen;
      throw unknownProfile("choose", chosen, names);
    },
    requireNames: (given, subject) => {
      const unknown = given.find((name) => !hidden.has(name));
      if (unknown !== undefined) throw unknownProfile(subject, unknown, names);
    },
    addKnown: (coordinates) => {
      for (const each of coordinates) known.add(each);
    },
    requireKnown: () => {
      for (const [profile, coordinates] of hidden) requireAllKnown(profile, coordinates, known);
    },
  };
}

function unknownProfile(subject: string, given: unknown, names: readonly string[]): TypeError {
  return new TypeError(
    `Cannot use the profile of ${subject} as it must be one of ${names.map((name) => `"${name}"`).join(", ")}: ` +
      `current value is ${describeValue(given)}`,
  );
}

function requireAllKnown(profile: string, hidden: ReadonlySet<string>, known: ReadonlySet<string>): void {
  for (const coordinates of hidden) {
    if (known.has(coordinates)) continue;
    const meant = closestName(coordinates, [...known]);
    throw new TypeError(
      `Cannot hide "${coordinates}" from profile "${profile}" as the schema or an exported entity must have it` +
        (meant === undefined ? "" : `: did you mean "${meant}"?`),
    );
  }
}
