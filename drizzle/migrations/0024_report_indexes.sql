CREATE INDEX "affiliates_payout_email_idx" ON "affiliates" USING btree (lower("payout_email"));--> statement-breakpoint
CREATE INDEX "payout_email_changes_email_idx" ON "payout_email_changes" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "payments_first_paid_idx" ON "payments" USING btree ("paid_at") WHERE "payments"."sequence" = 1 and "payments"."state" in ('completed', 'reversed');--> statement-breakpoint
CREATE INDEX "payouts_payout_email_idx" ON "payouts" USING btree (lower("payout_email"));