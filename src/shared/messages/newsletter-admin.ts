import type { LetterAudience } from '../schemas/newsletter.ts';
import { count } from '../text.ts';

/** Texts of the newsletter administration. */
export const newsletterAdminMessages = {
  // Letters
  letters: 'Letters',
  loadingLetters: 'Loading letters…',
  noLetters: 'No letters yet. Marketers write them in the content editor.',
  sentLetters: 'Sent letters',
  preview: 'Preview',
  close: 'Close',
  textVersion: 'Plain-text version',
  loadingPreview: 'Loading the letter…',
  sendTest: 'Send a test to me',
  sendingTest: 'Sending the test…',
  testSent: (email: string) => `A test is on its way to ${email}.`,
  audiences: { readers: 'Readers', affiliates: 'Affiliates' },
  to: { readers: 'To the readers of the newsletter', affiliates: 'To active affiliates' },
  sendTo: (audience: LetterAudience, people: number) => `Send to ${countRecipients(audience, people)}`,
  sending: 'Sending…',
  confirmSend: (subject: string, audience: LetterAudience, people: number) =>
    `Send “${subject}” to ${countRecipients(audience, people)}?`,
  sendsOnce:
    'A letter can be sent only once. You can pause it, but emails that have gone out can’t be recalled.',
  queued: (audience: LetterAudience, people: number) =>
    `The letter is being sent to ${countRecipients(audience, people)}.`,
  nobody: {
    readers: 'Nobody has confirmed a subscription yet, so there’s nobody to send it to.',
    affiliates: 'No active affiliate gets letters yet, so there’s nobody to send it to.',
  },
  pause: 'Pause',
  pausing: 'Pausing…',
  paused: 'The letter is paused.',
  resume: 'Resume',
  resuming: 'Resuming…',
  resumed: 'Sending has resumed.',
  states: { 'not-sent': 'Not sent', sending: 'Sending', paused: 'Paused', sent: 'Sent' },
  progress: (sent: number, recipients: number) =>
    `${sent.toLocaleString('en-US')} of ${recipients.toLocaleString('en-US')} sent`,
  failed: (number: number) => `${number.toLocaleString('en-US')} failed`,
  cancelled: (number: number) => `${number.toLocaleString('en-US')} cancelled`,

  // Readers
  readers: 'Readers',
  loadingReaders: 'Loading readers…',
  noReaders: 'No readers found',
  search: 'Search name, email or source',
  readerStates: { asked: 'Not confirmed', confirmed: 'Confirmed', left: 'Unsubscribed' },
  leftOn: (date: string) => `on ${date}`,
  leaveReasons: {
    page: 'With the link in a letter',
    'one-click': 'With their email program’s unsubscribe button',
    bounce: 'The mailbox doesn’t accept our mail',
    complaint: 'Reported a letter as spam',
  },
  counts: ({ asked, confirmed, left }: Readonly<Record<'asked' | 'confirmed' | 'left', number>>) =>
    `${confirmed.toLocaleString('en-US')} confirmed, ${asked.toLocaleString('en-US')} not confirmed yet, ${left.toLocaleString('en-US')} unsubscribed.`,
  exportNote: 'The export contains only confirmed addresses. Please don’t write to anyone else.',
  confirmDelete: 'Are you sure you want to delete this subscription?',
  deletes: (email: string) =>
    `Deletes ${email} and any queued letters. If they had unsubscribed, that record is deleted too.`,
  deleted: 'Subscription deleted successfully',
} as const;

/** Returns the people of an audience with their number: `5,000 affiliates`. */
export function countRecipients(audience: LetterAudience, people: number): string {
  return audience === 'affiliates'
    ? count(people, 'affiliate')
    : count(people, 'confirmed address', 'confirmed addresses');
}
