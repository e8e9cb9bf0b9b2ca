ALTER TABLE "withdrawals" ADD COLUMN "is_from_buyer" boolean DEFAULT false NOT NULL;--> statement-breakpoint

-- Marks the withdrawals that came before this column. Only their addresses tell.
UPDATE withdrawals SET is_from_buyer = true
WHERE email IS NOT NULL AND EXISTS (
  SELECT FROM purchases
  WHERE payer_email_key = normalise_email(withdrawals.email) AND mailbox_key(payer_email) = mailbox_key(withdrawals.email)
    OR normalise_email(receipt_email) = normalise_email(withdrawals.email) AND mailbox_key(receipt_email) = mailbox_key(withdrawals.email)
);
