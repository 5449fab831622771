import { t } from "@espalier/espalier";
import { topic } from "@espalier/espalier/subscriptions";

/** The topic of announcements. */
export const announced = topic("announced", t.string);
