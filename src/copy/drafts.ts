interface Draftable {
  readonly data: { readonly draft: boolean };
}

/** Returns true for a content file that this site shows. `npm start` and netlify.toml, for deploy previews, show drafts. */
export function isShown({ data }: Draftable): boolean {
  return process.env.SHOW_DRAFTS === 'true' || !data.draft;
}

/** Returns a title or a name, marked for people if its file is a draft. */
export function withDraftMark(name: string, isDraft: boolean): string {
  return isDraft ? `Draft: ${name}` : name;
}
