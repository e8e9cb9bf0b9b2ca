import { fileProblemText } from '../../shared/problems/files.ts';

/** The text of a chosen file, or why there is none: not to be read, or not in UTF-8, so that its letters would be lost. */
export const readTextFile = async (
  file: File,
): Promise<{ readonly text: string } | { readonly failure: string }> => {
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return { failure: fileProblemText('import-file-unreadable') };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { failure: fileProblemText('file-not-utf8') };
  }
};
