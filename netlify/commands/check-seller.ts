import { readFolder } from '../../src/copy/read-content.ts';
import type { ParsedFile } from '../../src/copy/validate-file.ts';
import { schemas } from '../../src/copy/schemas/collections.ts';
import { isInventedName, isSellerInvented } from '../../src/shared/seller.ts';
import { exitWith, type CommandResult } from './command-result.ts';

/** Stops a build for production while the site names an invented seller, or people and shares that are examples. */
export function checkSeller(isInvented: boolean, pages: readonly ParsedFile[]): CommandResult {
  const faults = [
    ...(isInvented
      ? ['The seller in src/shared/site.ts is invented. Name the real one; see docs/deploy.md.']
      : []),
    ...pages
      .filter(hasExamples)
      .map(
        ({ name }) =>
          `The people and the shares of src/content/pages/${name}.md are examples. Enter the real ones, and remove "example: true".`,
      ),
  ];
  return faults.length > 0
    ? { code: 1, text: faults.join('\n') }
    : { code: 0, text: 'The site names its seller.' };
}

/** Reads the pages of the project in `root`, and checks them together with the seller. */
export async function checkSellerOf(root: string): Promise<CommandResult> {
  const { files } = await readFolder(root, 'pages');
  return checkSeller(isSellerInvented(), files);
}

function hasExamples({ fields }: ParsedFile): boolean {
  return schemas.pages
    .parse(fields)
    .sections.some(
      (section) =>
        section.type === 'colophon' &&
        (section.example || section.people.list.some(({ name }) => isInventedName(name))),
    );
}

if (import.meta.main) exitWith(await checkSellerOf('.'));
