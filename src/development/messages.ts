/** Texts by name that outlive a process. */
export type KeptTexts = Readonly<Record<string, string>>;

/** What the command sends to a process of the service. */
export type CommandMessage =
  /** Load these modules, which the process before loaded too, and wait. */
  | { readonly load: readonly string[] }
  /** Start the service. */
  | { readonly start: { readonly kept: KeptTexts; readonly isRestart: boolean } }
  /** Send what is to be kept: the process is about to be stopped. */
  | { readonly collect: true };

/** What a process of the service sends to the command. */
export type ServiceMessage =
  /** What was to be loaded is loaded. */
  | { readonly waiting: true }
  /** Modules that were loaded since the last such message, in their order. */
  | { readonly loaded: readonly string[] }
  | { readonly ready: string }
  | { readonly kept: KeptTexts };
