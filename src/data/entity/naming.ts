/**
 * Converts a name in camel case to snake case.
 *
 * @param name for example `firstName` or `OrderLine`
 * @returns for example `first_name` or `order_line`
 */
export function snakeCase(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1_$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1_$2")
    .toLowerCase();
}

/**
 * Returns the default table name of a class: its plural in snake case.
 *
 * @param className for example `OrderLine`
 * @returns for example `order_lines`
 */
export function tableName(className: string): string {
  const name = snakeCase(className);
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
