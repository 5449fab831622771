import type {
  ItemModel,
  ModelContext,
  RepresentationModel,
  RepresentationModelProcessor,
} from "@espalier/espalier/rest";
import type { Copies } from "./copies.ts";
import { Copy } from "./copy.ts";

/** Adds the action "lend" to available copies, and "return" to lent ones. */
export class LendingActions implements RepresentationModelProcessor<Copy> {
  readonly #copies: Copies;

  constructor(copies: Copies) {
    this.#copies = copies;
  }

  entityType(): typeof Copy {
    return Copy;
  }

  processItems(copies: readonly ItemModel<Copy>[]): void {
    for (const copy of copies) {
      const target = `/lending/${encodeURIComponent(copy.entity.id)}`;
      if (copy.entity.reader === null) {
        const fields = [{ name: "reader", prompt: "Who borrows it", required: true, minLength: 2 }];
        copy.addAction("lib:lend", { method: "POST", target, title: "Lend", fields });
      } else {
        copy.addAction("lib:return", { method: "DELETE", target, title: "Return" });
      }
    }
  }

  async processCollection(model: RepresentationModel, { signal }: ModelContext): Promise<void> {
    const available = await this.#copies.countByReader(null, { signal });
    model.embed("lib:shelf", { available, _links: { self: { href: `${model.href}/search/countByReader` } } });
  }

  processRoot(model: RepresentationModel): void {
    model.addLink("lib:rules", { href: "/lending/rules", title: "How long copies are lent" });
  }
}
