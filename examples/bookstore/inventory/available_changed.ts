import { t } from "@espalier/espalier";
import { topic } from "@espalier/espalier/subscriptions";

/** The number of copies left of a book, published after each order. */
export const availableChanged = topic("inventory.{bookId}", t.int);
