import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/shared/limits.ts';
import { accountProblemText } from '../../../src/shared/problem-texts/accounts.ts';
import { adminProblemText } from '../../../src/shared/problem-texts/admin.ts';
import { affiliateProblemText } from '../../../src/shared/problem-texts/affiliate.ts';
import { checkoutProblemText } from '../../../src/shared/problem-texts/checkout.ts';
import { problemText } from '../../../src/shared/problem-texts/common.ts';
import { profileProblemText } from '../../../src/shared/problem-texts/profiles.ts';
import { catalog, problem, type ProblemCode } from '../../../src/shared/problems.ts';

const folder = new URL('../../../src/shared/problem-texts/', import.meta.url);

/** Returns the exported rows of a file in the catalog's folder. */
async function rowsOf(file: string): Promise<object[]> {
  const names = (await import(new URL(file, folder).href)) as Record<string, object>;
  return Object.entries(names).flatMap(([name, value]) => (name.endsWith('Rows') ? [value] : []));
}

/** Section 8 of the specification, row by row, with PayPal as the provider. */
const specified: readonly (readonly [actual: string, specified: string])[] = [
  [problemText('email-required'), 'Email is required'],
  [problemText('subscribe-failed'), 'Failed to subscribe'],
  [problemText('subscribe-failed-retry'), 'Failed to subscribe. Please try again.'],
  [
    checkoutProblemText('payment-sdk-load-failed'),
    'Failed to load PayPal. Please check your internet connection.',
  ],
  [checkoutProblemText('payment-sdk-broken'), 'PayPal SDK failed to load properly. Please refresh the page.'],
  [checkoutProblemText('payment-failed'), 'Error occurred during payment process.'],
  [checkoutProblemText('payment-options-failed'), 'Failed to display payment options.'],
  [checkoutProblemText('payment-approval-failed'), 'Error processing your payment. Please contact support.'],
  [checkoutProblemText('payment-capture-failed'), 'Payment capture failed. Please try again.'],
  [
    checkoutProblemText('subscription-approval-failed'),
    'Error processing your subscription. Please try again.',
  ],
  [adminProblemText('affiliates-load-failed', '<message>'), 'Failed to fetch affiliates: <message>'],
  [adminProblemText('customers-load-failed', '<message>'), 'Failed to fetch customers: <message>'],
  [problemText('affiliate-save-failed'), 'Failed to save affiliate'],
  [adminProblemText('customer-save-failed'), 'Failed to save customer'],
  [adminProblemText('affiliate-delete-failed'), 'Failed to delete affiliate'],
  [adminProblemText('customer-delete-failed'), 'Failed to delete customer'],
  [adminProblemText('affiliate-activate-failed', '<message>'), 'Error activating affiliate: <message>'],
  [adminProblemText('affiliate-deactivate-failed', '<message>'), 'Error deactivating affiliate: <message>'],
  [affiliateProblemText('affiliate-lookup-empty'), 'No affiliate found with this email address'],
  [affiliateProblemText('affiliate-lookup-failed'), 'Failed to fetch affiliate information'],
  [affiliateProblemText('lookup-email-required'), 'Please enter your email address'],
  [problemText('clipboard-failed'), 'Failed to copy to clipboard'],
  [accountProblemText('login-failed'), 'Failed to sign in. Please check your credentials.'],
  [problemText('logout-failed'), 'Failed to log out'],
  [accountProblemText('signup-failed', '<message>'), 'Failed to create an account. <message>'],
  [problemText('auth-not-configured'), 'Authentication is not configured.'],
  [accountProblemText('passwords-differ'), 'Passwords do not match'],
  [accountProblemText('password-too-short'), 'Password must be at least 6 characters'],
  [accountProblemText('reset-request-failed'), 'An error occurred. Please try again later.'],
  [accountProblemText('reset-link-without-token'), 'Invalid reset link. No token provided.'],
  [problemText('reset-link-invalid'), 'Invalid or expired reset link.'],
  [
    accountProblemText('reset-failed-retry'),
    'An error occurred while resetting your password. Please try again.',
  ],
  [accountProblemText('new-passwords-differ'), 'Passwords do not match.'],
  [problemText('new-password-too-short'), 'Password must be at least 6 characters long.'],
  [accountProblemText('reset-token-missing'), 'No reset token provided.'],
  [accountProblemText('reset-token-invalid'), 'Invalid or expired reset token.'],
  [accountProblemText('reset-token-check-failed'), 'An error occurred while validating your reset token.'],
  [accountProblemText('reset-failed'), 'Failed to reset password.'],
  [profileProblemText('profile-dashboard-failed'), 'Error Loading Dashboard'],
  [profileProblemText('profile-create-failed', '<message>'), 'Error: <message>'],
  [problemText('profile-not-found'), 'Profile not found'],
  [profileProblemText('profile-load-failed'), 'Failed to load profile'],
  [
    profileProblemText('editor-profile-not-found'),
    'User profile not found. You can create a new profile below.',
  ],
  [profileProblemText('editor-save-failed', '<status>'), 'Error saving user profile: <status>'],
  [profileProblemText('editor-delete-failed', '<status>'), 'Error deleting user profile: <status>'],
  [profileProblemText('editor-load-failed', '<status>'), 'Error loading user profile: <status>'],
  [profileProblemText('editor-without-target'), 'No user ID or email provided in URL parameters.'],
  [profileProblemText('demo-profile-failed'), 'Failed to load user profile.'],
  [problemText('application-error'), 'Unexpected Application Error!'],
];

describe('the error catalog', () => {
  for (const [actual, text] of specified)
    it(`has the specified text “${text}”`, () => {
      expect(actual).toBe(text);
    });

  it('has no code twice', async () => {
    const files = await Promise.all(readdirSync(folder).map(rowsOf));
    for (const rows of files) expect(rows).not.toEqual([]);
    const codes = files.flat().flatMap((rows) => Object.keys(rows));
    expect(codes).toHaveLength(new Set(codes).size);
  });

  it('has Retry-After for 429 and 503 only', () => {
    for (const [code, { status }] of Object.entries(catalog)) {
      const { retryAfter } = problem(code as ProblemCode);
      if (status === 429 || status === 503) expect(retryAfter).toBeGreaterThan(0);
      else expect(retryAfter).toBeUndefined();
    }
  });

  it.each([
    [undefined, 'a minute'],
    [1, 'a minute'],
    [60, 'a minute'],
    [900, '15 minutes'],
  ])('the text of a limit of %d seconds says to wait %s', (retryAfter, wait) => {
    const { message } = problem('too-many-requests', retryAfter === undefined ? {} : { retryAfter });
    expect(message).toBe(`Too many requests. Please wait ${wait} and try again.`);
  });
});

it('the limits in texts equal the table of limits', () => {
  expect(catalog['import-too-many-rows'].text).toContain(`${limits.importRows.toLocaleString('en')} rows`);
  expect(catalog['import-too-large'].text).toContain(`${String(limits.importBytes / 1_024 ** 2)} MB`);
  expect(catalog['body-too-large'].text).toContain(`${String(limits.bodyBytes / 1_024)} KB`);
});
