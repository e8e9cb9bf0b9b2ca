import { answerPage } from './worker.ts';
import { startPage } from './page.ts';

/*
 * The script of /find-duplicates, and of its worker: one file, so that the worker needs no other. It sends nothing: see
 * docs/decisions/43-find-duplicates.md.
 */

/** Resolves when the page can be used. */
export const shown = 'document' in globalThis ? startPage(import.meta.url) : answerPage();
