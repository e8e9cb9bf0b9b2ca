import { codeOfStatus, problemText } from '../../shared/problems.ts';
import { tokenOfViewer } from './call-as-viewer.ts';

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

const errorOf = async (response: Response): Promise<string> => {
  try {
    const body: unknown = await response.json();
    if (typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string')
      return body.error;
  } catch {
    // Then the general words do.
  }
  return problemText(codeOfStatus(response.status));
};

/** What is being downloaded: pressing again does nothing. */
const underWay = new Set<string>();

/**
 * Downloads a file of the API as whoever is signed in, under the name that the API gives it; one whose making changes
 * something is POSTed for. The text of what went wrong, or null.
 */
export const downloadAsViewer = async (
  path: string,
  otherwise: string,
  method: 'GET' | 'POST' = 'GET',
): Promise<string | null> => {
  if (underWay.has(path)) return null;
  underWay.add(path);
  try {
    const ask = async (anew: boolean) => {
      const token = await tokenOfViewer(anew);
      return fetch(path, { method, headers: { ...(token && { authorization: `Bearer ${token}` }) } });
    };
    let response = await ask(false);
    // A token that the API refuses is replaced once.
    if (response.status === 401) response = await ask(true);
    if (!response.ok) return await errorOf(response);
    save(await response.blob(), nameOf(response, otherwise));
    return null;
  } catch (error) {
    console.warn('download', error);
    return problemText('connection-lost');
  } finally {
    underWay.delete(path);
  }
};
