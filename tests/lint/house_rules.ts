/** Longest function, in lines, and most parameters, that pass the lint step. */
const maxLines = 40;
const maxParameters = 3;

type FunctionNode = Deno.lint.FunctionDeclaration | Deno.lint.FunctionExpression | Deno.lint.ArrowFunctionExpression;

function checkLength(context: Deno.lint.RuleContext, node: FunctionNode): void {
  if (!isSource(context)) return;
  const lines = context.sourceCode.getText(node).split("\n").length;
  if (lines > maxLines) {
    context.report({
      node,
      message: `A function has ${maxLines} lines at most: this one has ${lines}`,
      hint: "Name its steps",
    });
  }
}

function checkParameters(context: Deno.lint.RuleContext, node: FunctionNode): void {
  if (!isSource(context)) return;
  if (node.params.length > maxParameters) {
    context.report({
      node,
      message: `A function has ${maxParameters} parameters at most: this one has ${node.params.length}`,
      hint: "Take an options object",
    });
  }
}

function isSource(context: Deno.lint.RuleContext): boolean {
  // The stand-ins for the standard library have that library's signatures.
  return /\/(src|examples)\//.test(context.filename) && !context.filename.includes("/src/std/");
}

function forFunctions(check: (context: Deno.lint.RuleContext, node: FunctionNode) => void): Deno.lint.Rule {
  return {
    create: (context) => ({
      FunctionDeclaration: (node) => check(context, node),
      FunctionExpression: (node) => check(context, node),
      ArrowFunctionExpression: (node) => check(context, node),
    }),
  };
}

/** The house rules that a machine can hold: short functions, few parameters. */
const plugin: Deno.lint.Plugin = {
  name: "house-rules",
  rules: { "function-length": forFunctions(checkLength), "parameter-count": forFunctions(checkParameters) },
};

export default plugin;
