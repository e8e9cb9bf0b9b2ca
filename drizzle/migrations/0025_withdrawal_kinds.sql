CREATE TYPE "public"."withdrawal_kind" AS ENUM('withdrawal', 'cancellation', 'money-back');--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "kind" "withdrawal_kind" DEFAULT 'withdrawal' NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "settled_by" text;--> statement-breakpoint
CREATE INDEX "withdrawals_settled_idx" ON "withdrawals" USING btree ("received_at") WHERE handled_at is null and settled_by is not null;