/** A kind of personal data: the words that name it in every text about personal data, and the columns that hold it. */
interface PersonalKind {
  readonly words: string;
  readonly columns: readonly `${string}.${string}`[];
}

/**
 * All personal data in the database. List a new column here or in `otherColumns`. Name a new kind with these words in the
 * privacy policy, the data principles and the answer about deletion.
 */
export const personalKinds: readonly PersonalKind[] = [
  {
    words: 'name',
    columns: [
      'customers.name',
      'customers.search_text',
      'affiliates.name',
      'affiliates.search_text',
      'user_profiles.name',
      'newsletter_subscriptions.name',
      'newsletter_subscriptions.search_text',
      'user_profiles.search_text',
      'withdrawals.name',
    ],
  },
  {
    words: 'email',
    columns: [
      'customers.email',
      'affiliates.email',
      'purchases.payer_email',
      'purchases.receipt_email',
      'purchases.payer_email_key',
      'purchases.search_text',
      'user_profiles.email',
      'newsletter_subscriptions.email',
      // A hash, which stays when the person is erased, so that nobody asks for letters to the address.
      'suppressed_addresses.address_hash',
      'portal_sessions.email',
      'withdrawals.email',
      'address_changes.old_email',
      'address_changes.new_email',
    ],
  },
  { words: 'PayPal account number', columns: ['purchases.payer_id'] },
  {
    words: 'order',
    columns: [
      'purchases.provider_id',
      'payments.provider_id',
      'refunds.provider_id',
      'disputes.provider_id',
      'commission_entries.source',
      'leases.name',
      'webhook_events.resource_id',
      'webhook_events.body',
      'paypal_actions.provider_id',
    ],
  },
  { words: 'withdrawal', columns: ['withdrawals.order_number', 'withdrawals.handled_note'] },
  {
    words: 'affiliate code',
    columns: ['affiliates.code', 'purchases.affiliate_code', 'affiliate_codes.code', 'link_clicks.code'],
  },
  { words: 'label', columns: ['affiliate_codes.label'] },
  { words: 'emails', columns: ['mails.address', 'mails.data'] },
  { words: 'who referred', columns: ['affiliates.referred_by'] },
  { words: 'application', columns: ['affiliates.promotion', 'affiliates.declined_reason'] },
  {
    words: 'payment information',
    columns: [
      'affiliates.payout_email',
      'payout_email_changes.email',
      'address_changes.payment_email',
      'payouts.payout_email',
      'payouts.transaction_id',
      'payouts.rejected_reason',
    ],
  },
  {
    words: 'commissions',
    columns: ['commission_entries.amount_cents', 'statements.paid_cents', 'payouts.amount_cents'],
  },
  {
    words: 'sign-in account',
    columns: [
      'affiliates.owner_uid',
      'user_profiles.user_id',
      'audit_log.actor_id',
      'payout_email_changes.changed_by',
      'payouts.approved_by',
      'payouts.exported_by',
      'commission_holds.released_by',
      'letters.sent_by',
      'paypal_actions.requested_by',
      'withdrawals.handled_by',
      'address_changes.uid',
      'sign_ins.uid',
      'portal_sessions.uid',
    ],
  },
  { words: 'sign-ins', columns: ['sign_ins.auth_time', 'sign_ins.browser'] },
  { words: 'phone number', columns: ['user_profiles.phone'] },
  { words: 'picture address', columns: ['user_profiles.picture_url'] },
  { words: 'social accounts', columns: ['user_profiles.facebook_id', 'user_profiles.linkedin_id'] },
  {
    words: 'log of changes',
    columns: [
      'audit_log.actor_email',
      'audit_log.before',
      'audit_log.after',
      'audit_log.reason',
      'audit_log.search_text',
      'paypal_actions.reason',
    ],
  },
  { words: 'IP address', columns: ['rate_limits.key'] },
];

/** Columns without personal data: our own ids, states, dates and partial sums. */
export const otherColumns: Readonly<Record<string, string>> = {
  address_changes: 'id affiliate_id is_old_email_confirmed requested_at completed_at ended_at',
  affiliates:
    'id email_confirmed_at application_state date_activated date_created updated_at muted_mails no_minimum left_at closed_at version',
  affiliate_activations: 'id affiliate_id active_from active_until',
  affiliate_codes: 'affiliate_id created_at deleted_at',
  audit_log: 'id at action entity entity_id request_id',
  closed_months: 'month closed_at',
  commission_entries:
    'id affiliate_id payment_id kind base_cents rate_basis_points terms_version age_rule occurred_at recorded_at',
  commission_holds: 'id payment_id reason placed_at released_at',
  customers: 'id created_at updated_at version',
  daily_counts: 'day event subject count',
  disputes: 'id payment_id state lost_cents opened_at state_at recorded_at',
  leases: 'holder queued_at expires_at',
  link_clicks: 'day clicks',
  letters: 'id slug subject preview html text recipients queued_at paused_at',
  mails: 'id kind subject_id letter_id state due_at leased_until attempts last_error created_at finished_at',
  newsletter_subscriptions:
    'id state asked_at confirmed_at left_at left_reason source text_version created_at',
  payments:
    'id purchase_id sequence state amount_cents tax_cents refunded_cents paid_at customer_first_paid_at is_renewal recorded_at',
  paypal_actions:
    'id kind purchase_id payment_id amount_cents state due_at leased_until attempts last_error created_at finished_at',
  policy_violations: 'day directive host count',
  portal_sessions: 'id created_at opened_at token_hash signed_in_at ends_at',
  withdrawals: 'id received_at is_from_buyer handled_at',
  payout_email_changes: 'id affiliate_id changed_at',
  payouts: 'id statement_id state approved_at exported_at result result_at paid_at rejected_at created_at',
  purchases:
    'id type plan_id state amount_cents currency affiliate_id state_at state_fetched_at next_billing_at reattributed_at created_at updated_at version',
  rate_limits: 'window_start hits',
  reconciliations: 'id first_day last_day compared differences made_at',
  refunds: 'id payment_id kind amount_cents refunded_at recorded_at',
  statement_entries: 'statement_id entry_id affiliate_id',
  statement_returns: 'payout_id statement_id affiliate_id',
  statements:
    'id affiliate_id month opening_cents entries_cents returned_cents closing_cents threshold_cents no_minimum terms_version carried_reason closed_at',
  suppressed_addresses: 'reason suppressed_at',
  user_profiles: 'id created_at updated_at version',
  webhook_events:
    'id type state attempts last_error next_attempt_at leased_until occurred_at received_at processed_at',
};
