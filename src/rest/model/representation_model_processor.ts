import type { ServiceIdentifier } from "../../../deps.ts";
import { type Class, type MaybePromise, type Ordered, token } from "../../kernel/mod.ts";
import type { ItemModel, RepresentationModel } from "./representation_model.ts";

/** The request that documents are written for. */
export interface ModelContext {
  /** The client's request. */
  readonly request: Request;
  /** Aborted when the client disconnects: pass it to asynchronous calls. */
  readonly signal: AbortSignal;
  /**
   * The address of an exported collection, or of one of its items.
   *
   * @param type the class of the items
   * @param id the item's id; left out for the collection
   * @throws TypeError when no repository of the class is exported
   */
  href(type: Class, id?: unknown): string;
}

/**
 * Adds links, embedded values and actions to documents. The items of a page come in one call, so that what depends on
 * other data is read once for all of them.
 *
 * @example
 * ```ts
 * import { describeType, t } from "@espalier/espalier";
 * import type { ItemModel, RepresentationModelProcessor } from "@espalier/espalier/rest";
 *
 * class Loan {
 *   id!: string;
 *   returnedAt!: Date | null;
 * }
 * describeType(Loan, { id: t.id, returnedAt: t.nullable(t.date) }, { id: "id" });
 *
 * class LoanActions implements RepresentationModelProcessor<Loan> {
 *   entityType() {
 *     return Loan;
 *   }
 *   processItems(loans: readonly ItemModel<Loan>[]) {
 *     for (const loan of loans.filter(({ entity }) => entity.returnedAt === null)) {
 *       loan.addAction("return", { method: "POST", target: "return" });
 *     }
 *   }
 * }
 * console.log(new LoanActions().entityType().name); // "Loan"
 * ```
 */
export interface RepresentationModelProcessor<T = unknown> extends Ordered {
  /** The class whose documents matter, subclasses included; absent means all. */
  entityType?(): Class<T>;
  /**
   * Adds to the documents of items: of one, or of all items of a page.
   *
   * @param items the documents, in the sequence of the page
   * @param context the request
   */
  processItems?(items: readonly ItemModel<T>[], context: ModelContext): MaybePromise<void>;
  /**
   * Adds to a document that holds several items: a page of the collection, of an association, or what a search finds.
   *
   * @param model the document
   * @param context the request
   */
  processCollection?(model: RepresentationModel, context: ModelContext): MaybePromise<void>;
  /**
   * Adds to the index of all collections.
   *
   * @param model the document
   * @param context the request
   */
  processRoot?(model: RepresentationModel, context: ModelContext): MaybePromise<void>;
}

/** Identifier of the {@linkcode RepresentationModelProcessor} beans, which are called by their `order`. */
export const RepresentationModelProcessor: ServiceIdentifier<RepresentationModelProcessor> = token<
  RepresentationModelProcessor
>("RepresentationModelProcessor");
