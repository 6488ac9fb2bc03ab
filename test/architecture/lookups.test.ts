import { fileURLToPath } from 'node:url';
import t from 'tap';
import ts from 'typescript';
import { root } from '../support/root.js';

// An object has the members of its prototype: a table that is one answers for `constructor`, too (src/core/to-map.ts).

/** Returns where an object that a literal spells is asked with any text. */
function lookupsIn(program: ts.Program, isOurs: (file: ts.SourceFile) => boolean): string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  const isTable = (node: ts.Expression): boolean => {
    let symbol = checker.getSymbolAtLocation(node);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    const declared = symbol?.valueDeclaration;
    return Boolean(
      declared &&
        ts.isVariableDeclaration(declared) &&
        declared.initializer &&
        ts.isObjectLiteralExpression(declared.initializer) &&
        declared.initializer.properties.some((property) => !ts.isSpreadAssignment(property)),
    );
  };
  const isAnyText = (node: ts.Expression) =>
    Boolean(checker.getTypeAtLocation(node).flags & (ts.TypeFlags.String | ts.TypeFlags.Any));
  for (const file of program.getSourceFiles().filter(isOurs)) {
    const visit = (node: ts.Node): void => {
      const isLookup = ts.isElementAccessExpression(node) && isAnyText(node.argumentExpression);
      const isIn =
        ts.isBinaryExpression(node) &&
        node.operatorToken.kind === ts.SyntaxKind.InKeyword &&
        isAnyText(node.left);
      if ((isLookup && isTable(node.expression)) || isIn) found.push(node.getText());
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

t.test('no object is asked with a text that can be any', async (t) => {
  const path = fileURLToPath(new URL('tsconfig.json', root));
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(path, {}, host)!;
  const source = fileURLToPath(new URL('src/', root));
  const sources = fileNames.filter((name) => name.startsWith(source));
  const example = `${source}example.ts`;
  const text = `const table: Record<string, number> = { a: 1 };
    export const all = (name: string) => [table[name], name in { a: 1 }, table['a'], new Map([['a', 1]]).get(name)];`;
  const compilerHost = ts.createCompilerHost(options);
  const { getSourceFile } = compilerHost;
  compilerHost.getSourceFile = (file, version) =>
    file === example
      ? ts.createSourceFile(file, text, version as ts.ScriptTarget, true)
      : getSourceFile(file, version);
  const program = ts.createProgram([...sources, example], options, compilerHost);
  t.strictSame(
    lookupsIn(program, ({ fileName }) => fileName === example),
    ['table[name]', 'name in { a: 1 }'],
  );
  const isOurs = ({ fileName }: ts.SourceFile) => fileName.startsWith(source) && fileName !== example;
  t.strictSame(
    lookupsIn(program, (file) => isOurs(file) && !file.fileName.includes('/generated/')),
    [],
  );
});
