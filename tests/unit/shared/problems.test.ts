import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/shared/limits.ts';
import { catalogue, problem, type ProblemCode } from '../../../src/shared/problems.ts';

/** Section 8 of the specification, row by row, with PayPal as the provider. */
const specified: readonly (readonly [ProblemCode, string, string?])[] = [
  ['email-required', 'Email is required'],
  ['subscribe-failed', 'Failed to subscribe'],
  ['subscribe-failed-retry', 'Failed to subscribe. Please try again.'],
  ['payment-sdk-load-failed', 'Failed to load PayPal. Please check your internet connection.'],
  ['payment-sdk-broken', 'PayPal SDK failed to load properly. Please refresh the page.'],
  ['payment-failed', 'Error occurred during payment process.'],
  ['payment-options-failed', 'Failed to display payment options.'],
  ['payment-approval-failed', 'Error processing your payment. Please contact support.'],
  ['payment-capture-failed', 'Payment capture failed. Please try again.'],
  ['subscription-approval-failed', 'Error processing your subscription. Please try again.'],
  ['affiliates-load-failed', 'Failed to fetch affiliates: <message>', '<message>'],
  ['customers-load-failed', 'Failed to fetch customers: <message>', '<message>'],
  ['affiliate-save-failed', 'Failed to save affiliate'],
  ['customer-save-failed', 'Failed to save customer'],
  ['affiliate-delete-failed', 'Failed to delete affiliate'],
  ['customer-delete-failed', 'Failed to delete customer'],
  ['affiliate-activate-failed', 'Error activating affiliate: <message>', '<message>'],
  ['affiliate-deactivate-failed', 'Error deactivating affiliate: <message>', '<message>'],
  ['affiliate-not-found', 'No affiliate found with this email address'],
  ['affiliate-lookup-failed', 'Failed to fetch affiliate information'],
  ['lookup-email-required', 'Please enter your email address'],
  ['clipboard-failed', 'Failed to copy to clipboard'],
  ['login-failed', 'Failed to sign in. Please check your credentials.'],
  ['logout-failed', 'Failed to log out'],
  ['signup-failed', 'Failed to create an account. <message>', '<message>'],
  ['auth-not-configured', 'Authentication is not configured.'],
  ['passwords-differ', 'Passwords do not match'],
  ['password-too-short', 'Password must be at least 6 characters'],
  ['reset-request-failed', 'An error occurred. Please try again later.'],
  ['reset-link-without-token', 'Invalid reset link. No token provided.'],
  ['reset-link-invalid', 'Invalid or expired reset link.'],
  ['reset-failed-retry', 'An error occurred while resetting your password. Please try again.'],
  ['new-passwords-differ', 'Passwords do not match.'],
  ['new-password-too-short', 'Password must be at least 6 characters long.'],
  ['reset-token-missing', 'No reset token provided.'],
  ['reset-token-invalid', 'Invalid or expired reset token.'],
  ['reset-token-check-failed', 'An error occurred while validating your reset token.'],
  ['reset-failed', 'Failed to reset password.'],
  ['profile-dashboard-failed', 'Error Loading Dashboard'],
  ['profile-create-failed', 'Error: <message>', '<message>'],
  ['profile-not-found', 'Profile not found'],
  ['profile-load-failed', 'Failed to load profile'],
  ['editor-profile-not-found', 'User profile not found. You can create a new profile below.'],
  ['editor-save-failed', 'Error saving user profile: <status>', '<status>'],
  ['editor-delete-failed', 'Error deleting user profile: <status>', '<status>'],
  ['editor-load-failed', 'Error loading user profile: <status>', '<status>'],
  ['editor-without-target', 'No user ID or email provided in URL parameters.'],
  ['demo-profile-failed', 'Failed to load user profile.'],
  ['application-error', 'Unexpected Application Error!'],
];

describe('the error catalogue', () => {
  for (const [code, text, detail] of specified)
    it(`says ${code} in the specification’s words`, () => {
      expect(problem(code, { ...(detail && { detail }) }).message).toBe(text);
    });

  it('has a sensible status wherever the API answers with a row', () => {
    for (const { status } of Object.values(catalogue))
      if (status !== undefined)
        expect([400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503]).toContain(status);
  });

  it('tells when to try again wherever that helps', () => {
    for (const [code, { status }] of Object.entries(catalogue)) {
      const { retryAfter } = problem(code as ProblemCode);
      if (status === 429 || status === 503) expect(retryAfter).toBeGreaterThan(0);
      else expect(retryAfter).toBeUndefined();
    }
  });
});

it('the limits that texts name are those of the table', () => {
  expect(catalogue['import-too-many-rows'].text).toContain(`${limits.importRows.toLocaleString('en')} rows`);
  expect(catalogue['import-too-large'].text).toContain(`${String(limits.importBytes / 1_024 ** 2)} MB`);
  expect(catalogue['body-too-large'].text).toContain(`${String(limits.bodyBytes / 1_024)} KB`);
});
