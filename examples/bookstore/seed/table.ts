/**
 * Reads a table of text: a row per line, cells between bars, blank lines ignored.
 *
 * @param table The text.
 * @param columns The number of cells of every row.
 * @returns The rows, each cell trimmed.
 * @throws {Error} When a row has another number of cells.
 */
export function rowsOf(table: string, columns: number): readonly (readonly string[])[] {
  return table.split("\n").filter((line) => line.trim() !== "").map((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    if (cells.length !== columns || cells.includes("")) {
      throw new Error(`Cannot read a seed row as it must be ${columns} filled cells: current value is "${line}"`);
    }
    return cells;
  });
}

/**
 * Reads a year, or a dash for an unknown one.
 *
 * @param cell The text of the cell.
 * @returns The year; null for a dash.
 * @throws {Error} When the text is neither.
 */
export function yearOf(cell: string): number | null {
  return cell === "-" ? null : numberOf(cell);
}

/**
 * Reads a positive whole number.
 *
 * @param cell The text of the cell.
 * @returns The number.
 * @throws {Error} When the text is not one.
 */
export function numberOf(cell: string): number {
  if (!/^[1-9]\d*$/.test(cell)) {
    throw new Error(`Cannot read a seed cell as it must be a positive whole number: current value is "${cell}"`);
  }
  return Number(cell);
}
