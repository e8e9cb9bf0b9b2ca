import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

let parent: string | null = null;

/** Removes the folders of the test file that has ended. */
export function removeTemporaryFolders(): void {
  if (parent) rmSync(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  parent = null;
}

// Hooks run last registered first: what a test file started in a folder has ended by now.
afterAll(removeTemporaryFolders);

/** Makes an empty folder, which is removed at the end of the test file. */
export function temporaryFolder(): string {
  parent ??= mkdtempSync(path.join(os.tmpdir(), 'kithbook-test-'));
  return mkdtempSync(path.join(parent, 'folder-'));
}
