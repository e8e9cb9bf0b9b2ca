/** The content of a mail. The layout renders the HTML and the plain text from the same blocks, so both say the same. */
export interface MailContent {
  readonly subject: string;
  /** The sentence that mail programs show next to the subject. */
  readonly preview: string;
  readonly blocks: readonly Block[];
  /** Why the person gets this mail, and how to stop it if that is possible. */
  readonly footer: readonly Block[];
  /** The version of the terms whose text follows the blocks, with the notice on the right of withdrawal. */
  readonly termsVersion?: string | null;
  /** Headers of this mail, such as List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A labeled fact of a mail. */
export type Fact = readonly [label: string, value: string];

/** A part of a mail. All texts are plain texts. */
export type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  /** A text whose lines stay as they are, such as a license. */
  | { readonly kind: 'verbatim'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly Fact[] }
  | { readonly kind: 'button' | 'link'; readonly text: string; readonly url: string }
  /** Rendered Markdown, and its text. */
  | { readonly kind: 'markdown'; readonly html: string; readonly text: string };

export const heading = (text: string): Block => ({ kind: 'heading', text });

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

export const facts = (...rows: readonly Fact[]): Block => ({
  kind: 'facts',
  rows,
});

export const verbatim = (text: string): Block => ({ kind: 'verbatim', text });

/** The one action that the mail asks for. */
export const button = (text: string, url: string): Block => ({ kind: 'button', text, url });

/** A further link, on a line of its own. */
export const link = (text: string, url: string): Block => ({ kind: 'link', text, url });
