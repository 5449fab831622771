import { t } from "@espalier/espalier";
import { topic } from "@espalier/espalier/subscriptions";

/** How many copies of a book are left, each time some were ordered. */
export const availableChanged = topic("inventory.{bookId}", t.int);
