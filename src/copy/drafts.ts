interface Draftable {
  readonly data: { readonly draft: boolean };
}

/** Set by `npm start`, and by netlify.toml for deploy previews. */
const showsDrafts = process.env.SHOW_DRAFTS === 'true';

/** Returns true for a content file that this site shows. */
export function isShown({ data }: Draftable): boolean {
  return showsDrafts || !data.draft;
}

/** Returns a title or a name, marked for people if its file is a draft. */
export function withDraftMark(name: string, isDraft: boolean): string {
  return isDraft ? `Draft: ${name}` : name;
}
