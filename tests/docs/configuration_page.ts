/**
 * Writes the tables of `docs/configuration.md` from the definitions of the properties: `deno task docs:configuration`.
 *
 * @module
 */

import { type KnownVariable, knownVariables } from "../../src/kernel/properties/properties_from_env.ts";

const page = new URL("../../docs/configuration.md", import.meta.url);
const begin = "<!-- The tables below are written by `deno task docs:configuration` -->";

/** The page with its tables made anew. */
export function withTables(text: string): string {
  const at = text.indexOf(begin);
  if (at < 0) throw new Error(`Cannot find "${begin}" in ${page.pathname}`);
  return `${text.slice(0, at)}${begin}\n\n${tables()}`;
}

/** The page as it is. */
export function configurationPage(): string {
  return Deno.readTextFileSync(page);
}

function tables(): string {
  const groups = Map.groupBy(knownVariables(), ([, { group }]) => group);
  return [...groups].map(([group, variables]) => {
    const title = group === "" ? "## The preset" : `## \`${group}\``;
    return `${title}\n\n${rows(variables)}\n`;
  }).join("\n");
}

function rows(variables: readonly (readonly [string, KnownVariable])[]): string {
  const head = "| Property | Effect | Allowed | Default |\n| --- | --- | --- | --- |";
  const lines = variables.map(([variable, { group, key, property }]) => {
    const name = group === "" ? key : `${group}.${key}`;
    const { development, test } = property;
    const other = (development === undefined ? "" : `; \`${shown(development)}\` in development`) +
      (test === undefined ? "" : `; \`${shown(test)}\` in tests`);
    const cells = [
      `\`${name}\`<br>\`${variable}\``,
      property.description,
      property.allowed,
      `\`${shown(property.default)}\`${other}`,
    ];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return [head, ...lines].join("\n");
}

function shown(value: unknown): string {
  return JSON.stringify(value);
}

if (import.meta.main) {
  Deno.writeTextFileSync(page, withTables(configurationPage()));
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", page.pathname] }).output();
}
