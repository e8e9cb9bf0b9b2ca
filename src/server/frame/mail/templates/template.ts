import type * as z from 'zod/mini';
import type { MailContent } from './mail-content.ts';

/** Links and tokens for templates. */
export interface MailLinks {
  /** Returns the address of a page of the site: `page('/buy')`. */
  readonly page: (path: string) => string;
  /** Returns a signed token that proves that its holder got the mail. */
  readonly token: (purpose: TokenPurpose, subject: string) => string;
}

/** The action that a token allows. */
export type TokenPurpose =
  | 'newsletter-confirm'
  | 'newsletter-leave'
  | 'affiliate-letters-leave'
  | 'purchases-link'
  | 'address-confirm'
  | 'address-undo';

/** The template of one kind of mail. */
export interface MailTemplate<Data> {
  /** See `mailFacts`. */
  readonly data: z.ZodMiniType<Data>;
  /** Sample facts for previews and tests. */
  readonly sample: Data;
  readonly write: (data: Data, links: MailLinks) => MailContent;
}

/** Declares a template. Infers the type of the facts of `write` from `data`. */
export function template<Data>(declared: MailTemplate<Data>): MailTemplate<Data> {
  return declared;
}
