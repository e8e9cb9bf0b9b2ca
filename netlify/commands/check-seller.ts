import { isSellerInvented } from '../../src/shared/seller.ts';
import { exitWith, type CommandResult } from './command-result.ts';

/** Stops a build for production while the site names an invented seller. */
export function checkSeller(isInvented: boolean): CommandResult {
  return isInvented
    ? {
        code: 1,
        text: 'The seller in src/shared/site.ts is invented. Name the real one; see docs/deploy.md.',
      }
    : { code: 0, text: 'The site names its seller.' };
}

if (import.meta.main) exitWith(checkSeller(isSellerInvented()));
