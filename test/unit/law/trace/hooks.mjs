/** Loads the files that a request passes through so that each of their functions says when it begins. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The command line, the door of the engine and the corridor of the pipeline; the rooms beside them are called and left again. */
const followed = /\/(src\/(?:cli(?:\/commands)?|engine|core\/pipeline)\/[^/]+\.ts)$/u;

export async function load(url, context, next) {
  const [, file] = followed.exec(url) ?? [];
  if (file === undefined) return next(url, context);
  const text = readFileSync(fileURLToPath(url), 'utf8');
  const { outputText } = ts.transpileModule(text, {
    fileName: file,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true },
    transformers: { before: [(tools) => (source) => telling(source, file, tools)] },
  });
  return { format: 'module', source: outputText, shortCircuit: true };
}

/** A source whose named functions call `otherwiseStop(file, name)` first. */
function telling(source, file, { factory }) {
  const stop = (name) => factory.createCallExpression(
    factory.createIdentifier('globalThis.otherwiseStop'), undefined, [file, name].map((text) => factory.createStringLiteral(text)),
  );
  const visit = (node, name) => {
    const own = node.name && ts.isIdentifier(node.name) ? node.name.text : name;
    const inner = ts.visitEachChild(node, (child) => visit(child, ts.isFunctionLike(node) ? undefined : own), undefined);
    if (!ts.isFunctionLike(inner) || !inner.body || own === undefined || ts.isConstructorDeclaration(inner)) return inner;
    if (ts.isArrowFunction(inner) && !ts.isBlock(inner.body)) return withBody(inner, factory.createComma(stop(own), inner.body));
    return withBody(inner, factory.createBlock([factory.createExpressionStatement(stop(own)), ...inner.body.statements], true));
  };
  const withBody = (node, body) => {
    const { modifiers, typeParameters, parameters, type } = node;
    if (ts.isArrowFunction(node))
      return factory.updateArrowFunction(node, modifiers, typeParameters, parameters, type, node.equalsGreaterThanToken, body);
    if (ts.isFunctionDeclaration(node))
      return factory.updateFunctionDeclaration(node, modifiers, node.asteriskToken, node.name, typeParameters, parameters, type, body);
    if (ts.isMethodDeclaration(node))
      return factory.updateMethodDeclaration(
        node, modifiers, node.asteriskToken, node.name, node.questionToken, typeParameters, parameters, type, body,
      );
    return node;
  };
  return ts.visitEachChild(source, (node) => visit(node), undefined);
}
