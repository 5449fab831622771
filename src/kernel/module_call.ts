import type { InstalledModule } from "./installed_module.ts";

/** A call into a bean of an application module that comes from outside the module. */
export interface ModuleCall {
  /** The module that is called. */
  readonly module: InstalledModule;
  /** The name of the class whose method is called. */
  readonly type: string;
  /** The method's name. */
  readonly method: string;
  /** Whether a listener is told of an event, or a method is simply called. */
  readonly invocation: "bean" | "event-listener";
}
