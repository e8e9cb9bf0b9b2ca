import { fillPlaceholders } from '../shared/placeholders.ts';

interface ContentEntry<Data> {
  readonly id: string;
  readonly data: Data;
  readonly body?: string;
  readonly filePath?: string;
}

/**
 * Returns the fields and the body of a content file with their placeholders filled; `extraValues` adds placeholders. Call it
 * on each render, because Astro caches loaded files. Errors name the file.
 */
export function fillEntry<Data>(
  { id, data, body = '', filePath = id }: ContentEntry<Data>,
  extraValues: Readonly<Record<string, string>> = {},
) {
  try {
    return { id, ...fillPlaceholders(data, extraValues), body: fillPlaceholders(body, extraValues) };
  } catch (error) {
    throw new Error(`${filePath}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Returns true for a content file that this build shows. `npm start` and deploy previews (netlify.toml) show drafts. */
export function isShown({ data }: { readonly data: { readonly draft: boolean } }): boolean {
  return process.env.SHOW_DRAFTS === 'true' || !data.draft;
}

/** Returns a title or a name, with a mark if its file is a draft. */
export function withDraftMark(name: string, isDraft: boolean): string {
  return isDraft ? `Draft: ${name}` : name;
}
