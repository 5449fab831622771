import { type PropertyTable, text } from "./property.ts";

/** Authentication and authorization, where `security()` is installed. */
export interface SecurityProperties {
  /** Names what is protected, in challenges. */
  readonly realm: string;
}

/** Definitions of {@linkcode SecurityProperties}. */
export const securityProperties: PropertyTable<SecurityProperties> = {
  realm: text({ default: "service", description: "Names what is protected, in `WWW-Authenticate`." }),
};
