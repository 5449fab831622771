import type { ModuleNotice } from "../model/module_notice.ts";
import type { Violation, ViolationKind, ViolationPlace } from "../verification/violation.ts";

/** The severity of a finding, as a SARIF level. */
type Level = "error" | "warning" | "note";

/** A finding, with the source locations to show it at. */
export interface Annotation {
  readonly level: Level;
  readonly rule: ViolationKind | "computed-load";
  readonly message: string;
  /** Paths relative to the working folder. */
  readonly places: readonly ViolationPlace[];
}

/** The findings of the modules command. */
export interface Annotated {
  readonly violations: readonly Violation[];
  readonly warnings: readonly Violation[];
  readonly notices: readonly ModuleNotice[];
}

/**
 * Converts findings to annotations for code review tools.
 *
 * @param found violations, warnings and notices
 * @param shownPath makes a path relative to the working folder
 */
export function annotationsOf(found: Annotated, shownPath: (file: string) => string): Annotation[] {
  const ofViolation = (level: Level) => (violation: Violation): Annotation => {
    const { kind, message, file, line, places = [], advice } = violation;
    return {
      ...{ level, rule: kind },
      message: advice === undefined ? message : `${message} Use "${advice}".`,
      places: (file === undefined ? places : [{ file, line: line ?? 1 }])
        .map(({ file, line }) => ({ file: shownPath(file), line })),
    };
  };
  return [
    ...found.violations.map(ofViolation("error")),
    ...found.warnings.map(ofViolation("warning")),
    ...found.notices.map(({ message, file, line }): Annotation => ({
      ...{ level: "note", rule: "computed-load", message },
      places: [{ file: shownPath(file), line }],
    })),
  ];
}

const commands: Readonly<Record<Level, string>> = { error: "error", warning: "warning", note: "notice" };

/** A workflow command, which GitHub Actions shows at the line of a pull request. */
export function githubAnnotation({ level, rule, message, places: [place] }: Annotation): string {
  const properties = {
    ...place !== undefined && { file: place.file, line: String(place.line) },
    title: `Application modules: ${rule}`,
  };
  const written = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(value)}`).join(",");
  return `::${commands[level]} ${written}::${escapedMessage(message)}`;
}

function escapedMessage(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escapedMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

const rules: Readonly<Record<Annotation["rule"], string>> = {
  cycle: "Modules must not depend on each other in a cycle",
  undeclared: "A module must only depend on what it declares as allowed",
  "not-exposed": "A module must only use what another one exposes",
  "sub-module": "A nested module must only be used by its parent and its siblings",
  rule: "A rule of the application",
  "computed-load": "A computed file can't be verified",
};

/**
 * A report in the Static Analysis Results Interchange Format 2.1.0, which code scanning services read.
 *
 * @param annotations the findings
 */
export function sarifReport(annotations: readonly Annotation[]): object {
  const ids = Object.keys(rules) as Annotation["rule"][];
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [{
      tool: {
        driver: {
          name: "Espalier modules",
          rules: ids.map((id) => ({ id, shortDescription: { text: rules[id] } })),
        },
      },
      results: annotations.map(({ level, rule, message, places: [place, ...related] }) => ({
        ruleId: rule,
        ruleIndex: ids.indexOf(rule),
        level,
        message: { text: message },
        locations: place === undefined ? [] : [locationOf(place)],
        ...(related.length > 0 && { relatedLocations: related.map(locationOf) }),
      })),
    }],
  };
}

function locationOf({ file, line }: ViolationPlace): object {
  const uri = file.split("/").map(encodeURIComponent).join("/");
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } };
}
