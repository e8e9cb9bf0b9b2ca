import { addressLinkPath, confirmHours, undoDays } from '../../../../shared/address-changes.ts';
import { formatLongDate, formatLongMoment } from '../../../../shared/dates.ts';
import { site } from '../../../../shared/site.ts';
import { type Block, button, facts, heading, link, paragraph } from './mail-content.ts';
import { mailFacts } from './mail-facts.ts';
import { type MailLinks, template } from './template.ts';

const changeId = '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f4a01';

/**
 * The mails about the security of an account. Nobody can switch them off. Each subject has a moment or a number, so that mail programs
 * do not fold two of one kind into one.
 */
export const accountMails = {
  'password-changed': template({
    data: mailFacts['password-changed'],
    sample: { changed_at: '2026-11-03T09:30:00Z' },
    write: ({ changed_at: changedAt }, links) => ({
      subject: `Your password was changed on ${formatLongMoment(changedAt)}`,
      preview: 'If that wasn’t you, set a new one right away.',
      blocks: [
        heading('Your password was changed'),
        paragraph('Your password was changed. If that was you, you’re done.'),
        facts(['Changed on', formatLongDate(changedAt)]),
        paragraph('You’re signed out everywhere you used the old password.'),
        paragraph(
          `If that wasn’t you, somebody else can sign in to your account. Set a new password with the link below, then write to ${site.email}.`,
        ),
        button('Set a new password', links.page('/forgot-password')),
      ],
      footer: securityFooter,
    }),
  }),

  'second-factor-changed': template({
    data: mailFacts['second-factor-changed'],
    sample: { has_factor: true, changed_at: '2026-11-03T09:30:00Z' },
    write: ({ has_factor: hasFactor, changed_at: changedAt }, links) => {
      const title = `Two-step sign-in is ${hasFactor ? 'on' : 'off'}`;
      return {
        subject: `${title}, ${formatLongMoment(changedAt)}`,
        preview: 'If that wasn’t you, change your password now.',
        blocks: [
          heading(`${title} for your account`),
          paragraph(
            hasFactor
              ? `From now on, signing in to your ${site.product} account also takes a code from an authenticator app.`
              : `From now on, your password alone is enough to sign in to your ${site.product} account.`,
          ),
          facts(['Changed on', formatLongDate(changedAt)]),
          paragraph(
            `If that wasn’t you, somebody else is in your account. Set a new password now. That signs them out. Then write to ${site.email}.`,
          ),
          button('Set a new password', links.page('/forgot-password')),
        ],
        footer: securityFooter,
      };
    },
  }),

  'address-confirmation': template({
    data: mailFacts['address-confirmation'],
    sample: { change_id: changeId, email: 'ada@new.example' },
    write: ({ change_id: id, email }, links) => ({
      subject: `Confirm your new email address, request ${id.slice(-8).toUpperCase()}`,
      preview: `One click, and your ${site.product} account uses this address.`,
      blocks: [
        heading('Confirm your new email address'),
        paragraph(`You asked to use this address for your ${site.product} account.`),
        facts(['New address', email]),
        button('Confirm the address', linkOf(links, 'confirm', id)),
        paragraph(
          `The link works for ${String(confirmHours)} hours. You’ll be signed out everywhere; then sign in with this address.`,
        ),
        paragraph('If you didn’t ask for this, ignore this email: nothing changes without the link.'),
      ],
      footer: [
        paragraph(
          `You’re getting this email because somebody entered this address in a ${site.product} account. Questions? Write to ${site.email}.`,
        ),
      ],
    }),
  }),

  'address-change-requested': template({
    data: mailFacts['address-change-requested'],
    sample: { email: 'a…@new.example', requested_at: '2026-11-03T09:30:00Z' },
    write: ({ email, requested_at: requestedAt }, links) => ({
      subject: `Email address change requested on ${formatLongMoment(requestedAt)}`,
      preview: 'If that wasn’t you, change your password now.',
      blocks: [
        heading('Your account’s email address is about to change'),
        paragraph(
          `Somebody who is signed in to your ${site.product} account entered a new email address. It changes once the new address is confirmed. Until then, nothing changes.`,
        ),
        facts(['New address', email], ['Requested on', formatLongDate(requestedAt)]),
        paragraph('If that was you, open the email that we sent to the new address.'),
        paragraph(
          `If that wasn’t you, somebody else is in your account. Set a new password now. That signs them out. Then write to ${site.email}.`,
        ),
        button('Set a new password', links.page('/forgot-password')),
      ],
      footer: securityFooter,
    }),
  }),

  'address-changed': template({
    data: mailFacts['address-changed'],
    sample: { change_id: changeId, email: 'a…@new.example', changed_at: '2026-11-03T09:30:00Z' },
    write: ({ change_id: id, email, changed_at: changedAt }, links) => ({
      subject: `Your email address was changed on ${formatLongMoment(changedAt)}`,
      preview: `If that wasn’t you, you can undo it for ${String(undoDays)} days.`,
      blocks: [
        heading('Your account has a new email address'),
        paragraph(
          `Your ${site.product} account now uses another email address. If that was you, you’re done: this address no longer signs you in.`,
        ),
        facts(['New address', email], ['Changed on', formatLongDate(changedAt)]),
        paragraph(
          `If that wasn’t you, take your account back. The link below restores this address and signs everybody out. It works for ${String(undoDays)} days.`,
        ),
        button('Restore this address', linkOf(links, 'undo', id)),
        link('Our contact page', links.page('/contact-us')),
      ],
      footer: securityFooter,
    }),
  }),

  'address-restored': template({
    data: mailFacts['address-restored'],
    sample: {
      restored_at: '2026-11-03T09:30:00Z',
      is_affiliate: true,
      payment_email: 'a…@mail.example',
      payouts_in_review: 1,
      payouts_sent: 0,
    },
    write: (facts, links) => ({
      subject: `Your email address was restored on ${formatLongMoment(facts.restored_at)}`,
      preview: 'Set a new password, then check your account.',
      blocks: [
        heading('Your account is back to its previous email address'),
        paragraph(
          `Your ${site.product} account uses this address again. Everybody is signed out, the password no longer works, and two-step sign-in is off.`,
        ),
        ...restoredFacts(facts),
        paragraph(
          'Set a new password with the link below. Then sign in, look at your profile and your links, and turn two-step sign-in on again if you used it.',
        ),
        button('Set a new password', links.page('/forgot-password')),
      ],
      footer: securityFooter,
    }),
  }),
} as const;

interface Restored {
  readonly restored_at: string;
  readonly is_affiliate: boolean;
  readonly payment_email: string | null;
  readonly payouts_in_review: number;
  readonly payouts_sent: number;
}

/** Returns the facts of the restored account, and sentences about the payouts. */
function restoredFacts(restored: Restored): readonly Block[] {
  const { payment_email: paymentEmail, payouts_in_review: inReview, payouts_sent: sent } = restored;
  const restoredOn = ['Restored on', formatLongDate(restored.restored_at)] as const;
  if (!restored.is_affiliate) return [facts(restoredOn)];
  return [
    facts(restoredOn, ['Payment email', paymentEmail ?? 'None']),
    ...(paymentEmail === null ? [paragraph('We can’t pay you without a payment email.')] : []),
    ...(inReview > 0
      ? [paragraph('Payouts to a payment email that may not be yours are under review again.')]
      : []),
    ...(sent > 0
      ? [
          paragraph(
            `A payout to a payment email that may not be yours was already on its way. Write to ${site.email} right away.`,
          ),
        ]
      : []),
  ];
}

/** Returns the address of the link that restores the old address of a change. */
export function undoLink(links: MailLinks, changeId: string): string {
  return linkOf(links, 'undo', changeId);
}

/** Returns the address of a link. The token is in the fragment, which browsers do not send, so that no log has it. */
function linkOf(links: MailLinks, action: 'confirm' | 'undo', id: string): string {
  return links.page(`${addressLinkPath}#${action}=${links.token(`address-${action}`, id)}`);
}

const securityFooter: readonly Block[] = [
  paragraph(
    `This email is about the security of your account, so it can’t be switched off. Questions? Write to ${site.email}.`,
  ),
];
