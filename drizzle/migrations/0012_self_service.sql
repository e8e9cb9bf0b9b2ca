CREATE TYPE "public"."paypal_action_kind" AS ENUM('cancel', 'refund');--> statement-breakpoint
CREATE TYPE "public"."paypal_action_state" AS ENUM('waiting', 'done', 'refused');--> statement-breakpoint
CREATE TABLE "paypal_actions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" "paypal_action_kind" NOT NULL,
	"purchase_id" uuid NOT NULL,
	"payment_id" uuid,
	"amount_cents" integer,
	"reason" text,
	"requested_by" text NOT NULL,
	"state" "paypal_action_state" DEFAULT 'waiting' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"provider_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "paypal_actions_refund" CHECK (case "paypal_actions"."kind" when 'refund' then "paypal_actions"."payment_id" is not null and "paypal_actions"."amount_cents" > 0 and "paypal_actions"."reason" is not null
        else "paypal_actions"."payment_id" is null and "paypal_actions"."amount_cents" is null end),
	CONSTRAINT "paypal_actions_finished" CHECK (("paypal_actions"."state" = 'waiting') = ("paypal_actions"."finished_at" is null))
);
--> statement-breakpoint
CREATE TABLE "portal_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"opened_at" timestamp with time zone,
	"token_hash" text,
	"ends_at" timestamp with time zone,
	CONSTRAINT "portal_sessions_email_length" CHECK (char_length("portal_sessions"."email") between 3 and 255),
	CONSTRAINT "portal_sessions_opened" CHECK (("portal_sessions"."opened_at" is null) = ("portal_sessions"."token_hash" is null) and ("portal_sessions"."opened_at" is null) = ("portal_sessions"."ends_at" is null))
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"email" text,
	"order_number" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	"handled_by" text,
	"handled_note" text,
	CONSTRAINT "withdrawals_name_length" CHECK (char_length("withdrawals"."name") between 1 and 100),
	CONSTRAINT "withdrawals_email_length" CHECK (char_length("withdrawals"."email") between 3 and 255),
	CONSTRAINT "withdrawals_order_number_length" CHECK (char_length("withdrawals"."order_number") between 1 and 64),
	CONSTRAINT "withdrawals_note_length" CHECK (char_length("withdrawals"."handled_note") between 1 and 500),
	CONSTRAINT "withdrawals_handled" CHECK (("withdrawals"."handled_at" is null) = ("withdrawals"."handled_by" is null) and ("withdrawals"."handled_at" is null) = ("withdrawals"."handled_note" is null))
);
--> statement-breakpoint
ALTER TABLE "paypal_actions" ADD CONSTRAINT "paypal_actions_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paypal_actions" ADD CONSTRAINT "paypal_actions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_actions_cancel_key" ON "paypal_actions" USING btree ("purchase_id") WHERE kind = 'cancel' and state <> 'refused';--> statement-breakpoint
CREATE UNIQUE INDEX "paypal_actions_refund_key" ON "paypal_actions" USING btree ("payment_id") WHERE kind = 'refund' and state = 'waiting';--> statement-breakpoint
CREATE INDEX "paypal_actions_due_idx" ON "paypal_actions" USING btree ("due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "paypal_actions_purchase_idx" ON "paypal_actions" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "paypal_actions_refused_idx" ON "paypal_actions" USING btree ("finished_at") WHERE state = 'refused';--> statement-breakpoint
CREATE UNIQUE INDEX "portal_sessions_token_key" ON "portal_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "portal_sessions_email_idx" ON "portal_sessions" USING btree (normalise_email("email"));--> statement-breakpoint
CREATE INDEX "portal_sessions_created_idx" ON "portal_sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "withdrawals_received_idx" ON "withdrawals" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_email_idx" ON "withdrawals" USING btree (normalise_email("email"));--> statement-breakpoint
CREATE INDEX "withdrawals_open_idx" ON "withdrawals" USING btree ("received_at") WHERE handled_at is null;