import ts from 'typescript';

/** The parameters that each made string uses, by place from 0. */
export type Placeholders = ReadonlyMap<string, readonly number[]>;

/**
 * The strings of a module of messages that have placeholders, by `name.key…`.
 * @param source a module whose exports are object literals or functions
 */
export function placeholdersOf(source: string): Placeholders {
  const file = ts.createSourceFile('messages.ts', source, ts.ScriptTarget.Latest, true);
  const result = new Map<string, readonly number[]>();

  const visit = (node: ts.Node, path: string): void => {
    if (ts.isArrowFunction(node)) {
      result.set(path, node.parameters.flatMap((parameter, place) => (uses(node.body, parameter.name.getText()) ? [place] : [])));
    } else if (ts.isObjectLiteralExpression(node)) {
      for (const property of node.properties) {
        if (ts.isPropertyAssignment(property)) visit(property.initializer, `${path}.${property.name.getText().replaceAll("'", '')}`);
      }
    }
  };
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement) || !statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) if (initializer) visit(initializer, name.getText());
  }
  return result;
}

function uses(body: ts.Node, name: string): boolean {
  if (ts.isIdentifier(body)) return body.text === name;
  // `index` of `table.index` is another name, as is that of a property.
  if (ts.isPropertyAccessExpression(body)) return uses(body.expression, name);
  return ts.forEachChild(body, (child) => uses(child, name)) ?? false;
}

/** Gives the texts in the arguments of all calls of `functions`, `•` for what is put in. */
export function saidBy(source: string, functions: readonly string[]): string[] {
  const said: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && functions.includes(node.expression.getText()))
      for (const argument of node.arguments) said.push(...texts(argument));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest, true));
  return said;
}

function texts(node: ts.Expression): string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.head.text + node.templateSpans.map(({ literal }) => `•${literal.text}`).join('')];
  return ts.isConditionalExpression(node) ? [...texts(node.whenTrue), ...texts(node.whenFalse)] : [];
}
