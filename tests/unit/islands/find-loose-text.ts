import path from 'node:path';
import ts from 'typescript';
import { inProject } from '../../../stack/paths.ts';

/**
 * Finds text in JSX that breaks on a translated page. Browsers replace each text node of the page by their own elements. React
 * keeps references to the removed text nodes: a changed text is not shown, and removing it or inserting an element before it
 * throws. Only a text that is the only child is safe, because React replaces the whole content.
 *
 * Returns 'file:line source' for each
 * - computed text with siblings; a ReactNode is taken for an element,
 * - text in a fragment, and
 * - element that comes and goes before a text.
 */
export function findLooseText(files: readonly string[]): string[] {
  const project = ts.readConfigFile(inProject('tsconfig.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(project.config, ts.sys, inProject());
  const program = ts.createProgram(files, { ...options, noEmit: true, skipLibCheck: true });
  const checker = program.getTypeChecker();
  const found: string[] = [];

  const report = (node: ts.Node) => {
    const source = node.getSourceFile();
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push(
      `${path.basename(source.fileName)}:${String(line)} ${node.getText().replace(/\s+/g, ' ').trim()}`,
    );
  };

  const visit = (node: ts.Node) => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter((child) => !isBlank(child));
      const hasSiblings = children.length > 1 || ts.isJsxFragment(node);
      for (const [index, child] of children.entries()) {
        if (isFixedText(child)) {
          if (ts.isJsxFragment(node)) report(child);
        } else if (ts.isJsxExpression(child) && child.expression && hasSiblings) {
          const type = checker.getTypeAtLocation(child.expression);
          const comesAndGoes = isOptional(type) || checker.isArrayType(type);
          if (
            (isComputedText(type) && checker.typeToString(type) !== 'ReactNode') ||
            (comesAndGoes && children.slice(index + 1).some(isFixedText))
          )
            report(child);
        }
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`${file} cannot be read.`);
    visit(source);
  }
  return found;
}

const isBlank = (child: ts.JsxChild): boolean =>
  (ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces) ||
  (ts.isJsxExpression(child) && child.expression === undefined);

const isFixedText = (child: ts.JsxChild): boolean =>
  ts.isJsxText(child) ||
  (ts.isJsxExpression(child) && child.expression !== undefined && ts.isStringLiteral(child.expression));

/** A single literal is a constant. The empty text of `text && <p/>` is not a constant. */
function isComputedText(type: ts.Type): boolean {
  if (type.isUnion())
    return type.types.some((part) =>
      part.isStringLiteral() || part.isNumberLiteral() ? part.value !== '' : isComputedText(part),
    );
  if (type.isStringLiteral() || type.isNumberLiteral()) return false;
  return (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) !== 0;
}

const isOptional = (type: ts.Type): boolean =>
  type.isUnion() &&
  type.types.some(
    ({ flags }) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.BooleanLike)) !== 0,
  );
