import { repository } from "@espalier/espalier/data";
import { Copy } from "./copy.ts";

/** The copies of the library. */
export class Copies extends repository(Copy, { countByReader: "number" }) {}
