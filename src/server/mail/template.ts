import type * as z from 'zod/mini';
import type { MailContent } from './mail-content.ts';

/** What a template needs besides the facts of its mail. */
export interface MailLinks {
  /** Returns the address of a page of the site: `link('/buy')`. */
  readonly page: (path: string) => string;
  /** Returns a signed token that proves that its holder got the mail. */
  readonly token: (purpose: TokenPurpose, subject: string) => string;
}

/** What the holder of a token may do. */
export type TokenPurpose = 'newsletter-confirm' | 'newsletter-leave';

/** A mail of one kind. */
export interface MailTemplate<Data> {
  /** The facts that the outbox stores. */
  readonly data: z.ZodMiniType<Data>;
  /** Facts for the preview of the mail and for tests. */
  readonly sample: Data;
  readonly write: (data: Data, links: MailLinks) => MailContent;
}

/** Declares a template. `write` is typed by the shape of its facts. */
export function template<Data>(declared: MailTemplate<Data>): MailTemplate<Data> {
  return declared;
}
