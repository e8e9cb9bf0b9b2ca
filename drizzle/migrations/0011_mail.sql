CREATE TYPE "public"."mail_state" AS ENUM('waiting', 'sent', 'failed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."leave_reason" AS ENUM('page', 'one-click', 'bounce', 'complaint');--> statement-breakpoint
CREATE TYPE "public"."subscription_state" AS ENUM('asked', 'confirmed', 'left');--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"address" text,
	"data" jsonb,
	"letter_id" uuid,
	"state" "mail_state" DEFAULT 'waiting' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "mails_waiting" CHECK ("mails"."state" <> 'waiting' or ("mails"."address" is not null and "mails"."data" is not null)),
	CONSTRAINT "mails_finished" CHECK (("mails"."state" = 'waiting') = ("mails"."finished_at" is null))
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"subject" text NOT NULL,
	"preview" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"recipients" integer NOT NULL,
	"sent_by" text NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paused_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"email" text NOT NULL,
	"state" "subscription_state" DEFAULT 'asked' NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	"left_reason" "leave_reason",
	"source" text NOT NULL,
	"text_version" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(name, '') || chr(10) || email || chr(10) || source)) STORED,
	CONSTRAINT "newsletter_subscriptions_name_length" CHECK (char_length("newsletter_subscriptions"."name") between 1 and 100),
	CONSTRAINT "newsletter_subscriptions_email_length" CHECK (char_length("newsletter_subscriptions"."email") between 3 and 255),
	CONSTRAINT "newsletter_subscriptions_source_length" CHECK (char_length("newsletter_subscriptions"."source") <= 100),
	CONSTRAINT "newsletter_subscriptions_dates" CHECK (("newsletter_subscriptions"."state" <> 'confirmed' or "newsletter_subscriptions"."confirmed_at" is not null)
        and ("newsletter_subscriptions"."state" = 'left') = ("newsletter_subscriptions"."left_at" is not null)
        and ("newsletter_subscriptions"."left_at" is null) = ("newsletter_subscriptions"."left_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "affiliates" ADD COLUMN "muted_mails" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "receipt_email" text;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_subject_key" ON "mails" USING btree ("kind","subject_id");--> statement-breakpoint
CREATE INDEX "mails_due_idx" ON "mails" USING btree ((letter_id is not null),"due_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "mails_letter_idx" ON "mails" USING btree ("letter_id","state");--> statement-breakpoint
CREATE INDEX "mails_address_idx" ON "mails" USING btree (normalise_email("address"));--> statement-breakpoint
CREATE INDEX "mails_failed_idx" ON "mails" USING btree ("finished_at") WHERE state = 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "letters_slug_key" ON "letters" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_subscriptions_email_key" ON "newsletter_subscriptions" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "newsletter_subscriptions_created_idx" ON "newsletter_subscriptions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "newsletter_subscriptions_email_idx" ON "newsletter_subscriptions" USING btree (lower("email"),"id");--> statement-breakpoint
CREATE INDEX "newsletter_subscriptions_person_idx" ON "newsletter_subscriptions" USING btree (normalise_email("email"));--> statement-breakpoint
CREATE INDEX "newsletter_subscriptions_state_idx" ON "newsletter_subscriptions" USING btree ("state","asked_at");--> statement-breakpoint
CREATE INDEX "purchases_receipt_email_idx" ON "purchases" USING btree (normalise_email("receipt_email"));--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_receipt_email_length" CHECK (char_length("purchases"."receipt_email") <= 255);
--> statement-breakpoint

-- Addresses that the newsletter form stored among the customers were never confirmed, so nobody writes to them.
INSERT INTO newsletter_subscriptions (id, name, email, asked_at, source, text_version, created_at)
  SELECT gen_random_uuid(), name, email, created_at, 'customers', '2025-07', created_at
  FROM customers WHERE email IS NOT NULL;
