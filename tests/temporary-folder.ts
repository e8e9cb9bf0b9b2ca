import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

let parent: string | null = null;

/** Removes the folders of the finished test file. */
export function removeTemporaryFolders(): void {
  if (parent) rmSync(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  parent = null;
}

// The hook that is registered first runs last, so processes that use the folders have ended.
afterAll(removeTemporaryFolders);

/** Creates an empty folder that is removed at the end of the test file. */
export function temporaryFolder(): string {
  parent ??= mkdtempSync(path.join(os.tmpdir(), 'kithbook-test-'));
  return mkdtempSync(path.join(parent, 'folder-'));
}
