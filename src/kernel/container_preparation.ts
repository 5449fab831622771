import type { Container, ServiceIdentifier } from "../../deps.ts";
import type { Ordered } from "./ordered.ts";
import { token } from "./token.ts";

/**
 * Work on the container itself that must be done before any bean is created, such as wrapping beans on activation.
 *
 * Preparations run before the start-up tasks are looked up. A preparation that injects other beans would create them
 * too early: look them up in `prepare` instead.
 */
export interface ContainerPreparation extends Ordered {
  /** Shown in the error when the preparation fails, for example `"modulith: intercept calls"`. */
  readonly name: string;
  /**
   * Prepares the container.
   *
   * @param container the application's container, which holds all bindings
   */
  prepare(container: Container): void | Promise<void>;
}

/** Identifier of the {@linkcode ContainerPreparation} beans. */
export const ContainerPreparation: ServiceIdentifier<ContainerPreparation> = token<ContainerPreparation>(
  "ContainerPreparation",
);
