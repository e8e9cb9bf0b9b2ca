import { codeOfStatus, problemText } from '../../shared/problems/screens.ts';
import { errorOf, readJson } from '../api.ts';
import { withIdToken } from './auth-fetch.ts';
import { identityProblem, isOfProvider } from './identity-problem.ts';

const nameOf = (response: Response, otherwise: string): string =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? otherwise;

const save = (blob: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 60_000);
};

/** Timeout of a download, in milliseconds. A large file takes minutes on a slow connection. */
const timeoutMs = 300_000;

/** The running downloads, so that a second press does nothing. */
const underWay = new Set<string>();

interface Options {
  /** POST for a file that needs a body, or whose export changes data. */
  readonly method?: 'GET' | 'POST';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The message if the file is empty. Without it an empty file is a failure. */
  readonly whenEmpty?: string;
  readonly onSaved?: (file: string) => void;
}

/**
 * Downloads a file of the API as the signed-in user, under the name that the API gives it. Resolves with the message of a
 * failure, or null.
 */
export const downloadFile = async (
  path: string,
  otherwise: string,
  { method = 'GET', body, whenEmpty, onSaved }: Options = {},
): Promise<string | null> => {
  const wanted = path + JSON.stringify(body ?? null);
  if (underWay.has(wanted)) return null;
  underWay.add(wanted);
  try {
    const response = await withIdToken((token) =>
      fetch(path, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      }),
    );
    const failure = problemText(codeOfStatus(response.status));
    if (!response.ok) return errorOf(await readJson(response)) ?? failure;
    const file = await response.blob();
    // An HTML page means that the API was not reached.
    if (file.type.startsWith('text/html')) return failure;
    if (file.size === 0) return whenEmpty ?? failure;
    const text = onSaved && (await file.text());
    save(file, nameOf(response, otherwise));
    if (text !== undefined) onSaved?.(text);
    return null;
  } catch (error) {
    console.warn('download', error);
    return problemText(
      identityProblem(error) ?? (isOfProvider(error) ? 'identity-unreachable' : 'connection-lost'),
    );
  } finally {
    underWay.delete(wanted);
  }
};
