import { flag, type PropertyTable, text } from "./property.ts";

/** Authentication and authorization, where `security()` is installed. */
export interface SecurityProperties {
  /** Names what is protected, in challenges. */
  readonly realm: string;
  /** Whether everything that no rule is about is refused: routes, those of collections included, and root fields. */
  readonly denyByDefault: boolean;
}

/** Definitions of {@linkcode SecurityProperties}. */
export const securityProperties: PropertyTable<SecurityProperties> = {
  denyByDefault: flag({
    default: false,
    description: "Refuse routes, those of collections included, and root fields without a rule.",
  }),
  realm: text({ default: "service", description: "Names what is protected, in `WWW-Authenticate`." }),
};
