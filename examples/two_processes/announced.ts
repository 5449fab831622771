import { t } from "@espalier/espalier";
import { topic } from "@espalier/espalier/subscriptions";

/** What is announced to everybody. */
export const announced = topic("announced", t.string);
