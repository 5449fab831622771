import type { InstalledModule } from "./installed_module.ts";

/** A call into a bean of an application module that comes from outside the module. */
export interface ModuleCall {
  /** The called module. */
  readonly module: InstalledModule;
  /** The name of the class whose method is called. */
  readonly type: string;
  /** The method's name. */
  readonly method: string;
  /** Whether the call notifies an event listener or is a plain method call. */
  readonly invocation: "bean" | "event-listener";
}
