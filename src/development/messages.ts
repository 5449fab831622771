/** Texts by name that outlive a process. */
export type KeptTexts = Readonly<Record<string, string>>;

/** A message from the command to a process of the service. */
export type CommandMessage =
  /** Load these modules, which the previous process loaded, and wait. */
  | { readonly load: readonly string[] }
  /** Start the service. */
  | { readonly start: { readonly kept: KeptTexts; readonly isRestart: boolean } }
  /** Send the texts to keep, as the process is about to be stopped. */
  | { readonly collect: true };

/** A message from a process of the service to the command. */
export type ServiceMessage =
  /** The modules are loaded. */
  | { readonly waiting: true }
  /** Modules loaded since the last such message, in order. */
  | { readonly loaded: readonly string[] }
  | { readonly ready: string }
  | { readonly kept: KeptTexts };
