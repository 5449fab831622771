import type { ApplicationModule } from "../model/application_module.ts";
import type { ApplicationModules } from "../model/application_modules.ts";
import type { SourceFile } from "../source/source_tree.ts";
import type { SourceMention } from "../source/source_facts.ts";

/** A bean of a module, found in its sources. */
export interface BeanFacts {
  /** The service identifier of the bean. */
  readonly name: string;
  /** Its class, if the binding shows it. */
  readonly type?: string;
  /** The kind of bean: `"Components"`, `"Repositories"`, `"Controllers"` and others, by the framework's contracts. */
  readonly stereotype: string;
  /** The file that declares the class, else the file that binds the bean. */
  readonly file: string;
}

/** An event class or environment variable, with the files of the module that name it. */
export interface UseFacts {
  /** The name of the class or variable. */
  readonly name: string;
  /** The files that name it. */
  readonly files: readonly string[];
}

/** The contents of a module, found in its sources. Empty lists are absent. */
export interface ModuleContents {
  /** The beans that the module binds. */
  readonly beans?: readonly BeanFacts[];
  /** Classes of events that the module publishes. */
  readonly published?: readonly UseFacts[];
  /** Classes of events that the module listens to. */
  readonly heard?: readonly UseFacts[];
  /** Environment variables that it reads. */
  readonly variables?: readonly UseFacts[];
}

interface Mention extends SourceMention {
  readonly file: string;
}

/**
 * Collects the contents of a module. Only the usual notations are recognized: `bind(Contract)`, `publish(new Event())`,
 * `@EventListener(Event)`, `listenTo(Event, …)`, `Deno.env.get("NAME")`.
 *
 * @param module the module
 * @param modules all of them
 */
export function contentsOf(module: ApplicationModule, modules: ApplicationModules): ModuleContents {
  const files = module.files.map((path) => modules.tree.files.get(path)!);
  const mentions = files.flatMap(({ path, mentions = [] }) => mentions.map((each) => ({ ...each, file: path })));
  const beans = beansOf(mentions, files, usedBy(module, modules));
  const [published, heard, variables] = (["published", "heard", "variable"] as const).map((kind) =>
    usesOf(mentions.filter((each) => each.kind === kind))
  );
  return {
    ...(beans.length > 0 && { beans }),
    ...(published!.length > 0 && { published: published! }),
    ...(heard!.length > 0 && { heard: heard! }),
    ...(variables!.length > 0 && { variables: variables! }),
  };
}

function usedBy(module: ApplicationModule, { references }: ApplicationModules): ReadonlySet<string> {
  const own = references.filter(({ origin, target }) => origin === module && !target.isRoot);
  return new Set(own.flatMap(({ names }) => names));
}

function beansOf(mentions: readonly Mention[], files: readonly SourceFile[], used: ReadonlySet<string>): BeanFacts[] {
  const declaredIn = new Map(
    files.flatMap(({ path, exports }) =>
      exports.filter(({ reference }) => reference === undefined).map(({ name }) => [name, path] as const)
    ),
  );
  const bases = new Map(mentions.flatMap(({ kind, name, type }) => kind === "base" ? [[name, type!]] : []));
  const found = mentions.filter(({ kind }) => kind === "bean").map(({ name, type: made, file }): BeanFacts => {
    const type = made ?? (bases.has(name) ? name : undefined);
    const isOurs = declaredIn.has(name) || used.has(name);
    return {
      name,
      ...(type !== undefined && { type }),
      stereotype: isRepository(type ?? name, bases) ? "Repositories" : isOurs ? "Components" : stereotypeOf(name),
      file: declaredIn.get(type ?? name) ?? file,
    };
  });
  const byText = new Map(found.map((bean) => [`${bean.stereotype} ${bean.type ?? bean.name} ${bean.file}`, bean]));
  return [...byText].sort(([a], [b]) => a < b ? -1 : 1).map(([, bean]) => bean);
}

/** Whether a class extends `repository(…)` or a repository class, directly or through other classes of the module. */
function isRepository(type: string, bases: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let base = bases.get(type); base !== undefined && !seen.has(base); base = bases.get(base)) {
    if (/repository$/i.test(base)) return true;
    seen.add(base);
  }
  return false;
}

const known: Readonly<Record<string, string>> = {
  ApplicationListener: "Event listeners",
  ApplicationModuleInitializer: "Module initializers",
  Controller: "Controllers",
};

/** `RuntimeWiringConfigurer` becomes "Runtime wiring configurers". */
function stereotypeOf(contract: string): string {
  const title = known[contract];
  if (title !== undefined) return title;
  const [first = "", ...others] = contract.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`).trim().split(" ");
  const words = [first, ...others.map((word) => word.toLowerCase())].join(" ");
  return words.endsWith("y") ? `${words.slice(0, -1)}ies` : words.endsWith("s") ? words : `${words}s`;
}

function usesOf(mentions: readonly Mention[]): UseFacts[] {
  return [...Map.groupBy(mentions, ({ name }) => name)].sort(([a], [b]) => a < b ? -1 : 1).map(([name, each]) => ({
    name,
    files: [...new Set(each.map(({ file }) => file))].sort(),
  }));
}
