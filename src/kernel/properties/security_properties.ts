import { flag, type PropertyTable, text } from "./property.ts";

/** Authentication and authorization, if `security()` is installed. */
export interface SecurityProperties {
  /** Name of the protection space in challenges. */
  readonly realm: string;
  /**
   * Whether access without a matching rule is denied: to routes, including those of collections, and to root fields.
   */
  readonly denyByDefault: boolean;
}

/** Definitions of {@linkcode SecurityProperties}. */
export const securityProperties: PropertyTable<SecurityProperties> = {
  denyByDefault: flag({
    default: false,
    description: "Deny access to routes, including those of collections, and to root fields without a rule.",
  }),
  realm: text({ default: "service", description: "Name of the protection space in `WWW-Authenticate`." }),
};
