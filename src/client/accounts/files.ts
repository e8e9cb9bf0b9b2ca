import { codeOfStatus, problemText } from '../../shared/problem-texts/common.ts';
import { errorText, readJson, timeoutSignal } from '../api.ts';
import { fileName, saveBlob } from '../save-file.ts';
import { withIdToken } from './auth-fetch.ts';
import { identityProblem, isFirebaseError } from './identity-problem.ts';

/** Timeout of a download, in milliseconds. A large file takes minutes on a slow connection. */
const timeoutMs = 300_000;

/** The running downloads, so that a second press does nothing. */
const runningDownloads = new Set<string>();

interface DownloadOptions {
  /** POST for a file that needs a body, or whose export changes data. */
  readonly method?: 'GET' | 'POST';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The message if the file is empty. Without it an empty file is a failure. */
  readonly whenEmpty?: string;
  readonly onSaved?: (file: string) => void;
}

/**
 * Downloads a file of the API as the signed-in user, under the file name of the answer. Resolves with the message of a
 * failure, or null.
 */
export async function downloadFile(
  path: string,
  fallbackName: string,
  { method = 'GET', body, whenEmpty, onSaved }: DownloadOptions = {},
): Promise<string | null> {
  const key = path + JSON.stringify(body ?? null);
  if (runningDownloads.has(key)) return null;
  runningDownloads.add(key);
  try {
    const response = await withIdToken((token) =>
      fetch(path, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: timeoutSignal(timeoutMs),
      }),
    );
    const failure = problemText(codeOfStatus(response.status));
    if (!response.ok) return errorText(await readJson(response)) ?? failure;
    const file = await response.blob();
    // An HTML page means that the API was not reached.
    if (file.type.startsWith('text/html')) return failure;
    if (file.size === 0) return whenEmpty ?? failure;
    const text = onSaved && (await file.text());
    saveBlob(file, fileName(response.headers) ?? fallbackName);
    if (text !== undefined) onSaved?.(text);
    return null;
  } catch (error) {
    console.warn('download', error);
    return problemText(
      identityProblem(error) ?? (isFirebaseError(error) ? 'identity-unreachable' : 'connection-lost'),
    );
  } finally {
    runningDownloads.delete(key);
  }
}

/** A code of src/shared/problem-texts/admin.ts, which not every screen with a download should load. */
type ReadFailure = 'import-file-unreadable' | 'file-not-utf8';

/** Reads a chosen text file. */
export async function readTextFile(
  file: File,
): Promise<{ readonly text: string } | { readonly failure: ReadFailure }> {
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return { failure: 'import-file-unreadable' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { failure: 'file-not-utf8' };
  }
}
