import { type ServiceIdentifier, token } from "@espalier/espalier";

/** Carries announcements to everybody who listens, in this process and in others. */
export interface Announcements extends AsyncDisposable {
  /** Resolves when the announcement is on its way. */
  announce(text: string): Promise<void>;
  /** The announcements from now on; leaving the iteration ends it. */
  listen(): Promise<AsyncIterable<string>>;
}

/** Identifier of the {@linkcode Announcements} bean. */
export const Announcements: ServiceIdentifier<Announcements> = token<Announcements>("Announcements");
