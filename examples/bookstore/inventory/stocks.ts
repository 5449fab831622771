import { repository } from "@espalier/espalier/data";
import { Stock } from "./stock.ts";

/** The stock of every book. */
export class Stocks extends repository(Stock) {}
