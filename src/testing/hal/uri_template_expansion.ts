/** Values for the variables of a URI template; an array is repeated if the template specifies it. */
export type TemplateValues = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | undefined>
>;

interface Style {
  /** The prefix of the first value. */
  readonly first: string;
  readonly separator: string;
  /** Whether values are written as `name=value`. */
  readonly isNamed: boolean;
}

const styles: Readonly<Record<string, Style>> = {
  "": { first: "", separator: ",", isNamed: false },
  "+": { first: "", separator: ",", isNamed: false },
  "#": { first: "#", separator: ",", isNamed: false },
  "/": { first: "/", separator: "/", isNamed: false },
  "?": { first: "?", separator: "&", isNamed: true },
  "&": { first: "&", separator: "&", isNamed: true },
};

/**
 * Expands a URI template (RFC 6570): variables are replaced by values, and removed if they have none.
 *
 * @param template for example `"/books{?page,size,sort*}"`
 * @param values for example `{ size: 5, sort: ["title,desc", "id"] }`
 * @returns for example `"/books?size=5&sort=title,desc&sort=id"`
 */
export function expandTemplate(template: string, values: TemplateValues): string {
  return template.replace(/\{([+#/?&]?)([^{}]*)\}/g, (_, operator: string, names: string) => {
    const style = styles[operator]!;
    const encode = operator === "+" || operator === "#" ? encodeURI : encodeValue;
    const parts = names.split(",").flatMap((name) => partsOf(name, values, { style, encode }));
    return parts.length === 0 ? "" : style.first + parts.join(style.separator);
  });
}

function partsOf(
  variable: string,
  values: TemplateValues,
  { style, encode }: { style: Style; encode: (text: string) => string },
): string[] {
  const name = variable.replace(/\*/g, "");
  const value = values[name];
  if (value === undefined) return [];
  const texts = (Array.isArray(value) ? value : [value]).map((single) => encode(String(single)));
  const separate = variable.includes("*") ? texts : texts.length === 0 ? [] : [texts.join(",")];
  return separate.map((text) => style.isNamed ? `${name}=${text}` : text);
}

/** Percent-encodes a value; a comma separates the parts of a sort order and stays. */
function encodeValue(text: string): string {
  return encodeURIComponent(text).replaceAll("%2C", ",");
}
