import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

const all = mkdtempSync(path.join(os.tmpdir(), 'kithbook-test-'));

// Imported before a test file says what else is to end, and hooks run backwards: whatever works in a folder has ended.
afterAll(() => {
  rmSync(all, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** A new, empty folder, which goes when the test file that asked for it has ended. */
export const temporaryFolder = (): string => mkdtempSync(path.join(all, 'folder-'));
