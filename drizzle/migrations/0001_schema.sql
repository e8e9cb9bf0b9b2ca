CREATE TYPE "public"."entry_kind" AS ENUM('commission', 'refund', 'reversal', 'reattribution', 'adjustment');--> statement-breakpoint
CREATE TYPE "public"."hold_reason" AS ENUM('self-referral', 'dispute', 'review');--> statement-breakpoint
CREATE TYPE "public"."dispute_state" AS ENUM('open', 'won', 'lost');--> statement-breakpoint
CREATE TYPE "public"."payment_state" AS ENUM('pending', 'completed', 'declined', 'reversed');--> statement-breakpoint
CREATE TYPE "public"."purchase_state" AS ENUM('pending', 'completed', 'active', 'suspended', 'cancelled', 'expired', 'failed');--> statement-breakpoint
CREATE TYPE "public"."purchase_type" AS ENUM('one-time', 'subscription');--> statement-breakpoint
CREATE TYPE "public"."refund_kind" AS ENUM('refund', 'reversal');--> statement-breakpoint
CREATE TYPE "public"."carried_reason" AS ENUM('negative', 'below-minimum', 'no-payout-email', 'closed');--> statement-breakpoint
CREATE TYPE "public"."payout_state" AS ENUM('proposed', 'approved', 'paid', 'rejected');--> statement-breakpoint
CREATE TYPE "public"."webhook_state" AS ENUM('received', 'processed', 'ignored', 'failed');--> statement-breakpoint
CREATE TABLE "affiliate_activations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"affiliate_id" uuid NOT NULL,
	"active_from" timestamp with time zone NOT NULL,
	"active_until" timestamp with time zone,
	CONSTRAINT "affiliate_activations_order" CHECK ("affiliate_activations"."active_until" >= "affiliate_activations"."active_from")
);
--> statement-breakpoint
CREATE TABLE "affiliates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"owner_uid" text,
	"email_confirmed_at" timestamp with time zone,
	"code" text NOT NULL,
	"referred_by" text,
	"date_activated" timestamp with time zone,
	"date_created" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"payout_email" text,
	"no_minimum" boolean DEFAULT false NOT NULL,
	"closed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(name || chr(10) || coalesce(email, '') || chr(10) || code)) STORED,
	CONSTRAINT "affiliates_code_shape" CHECK ("affiliates"."code" ~ '^[a-z0-9][a-z0-9_-]{0,31}$'),
	CONSTRAINT "affiliates_name_length" CHECK (char_length("affiliates"."name") between 1 and 100),
	CONSTRAINT "affiliates_email_length" CHECK (char_length("affiliates"."email") between 3 and 255),
	CONSTRAINT "affiliates_referred_by_length" CHECK (char_length("affiliates"."referred_by") <= 255),
	CONSTRAINT "affiliates_open_or_anonymous" CHECK (("affiliates"."closed_at" is null) = ("affiliates"."email" is not null)),
	CONSTRAINT "affiliates_closed_inactive" CHECK ("affiliates"."closed_at" is null or "affiliates"."date_activated" is null)
);
--> statement-breakpoint
CREATE TABLE "payout_email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"affiliate_id" uuid NOT NULL,
	"email" text,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(name, '') || chr(10) || coalesce(email, ''))) STORED,
	CONSTRAINT "customers_not_empty" CHECK ("customers"."name" is not null or "customers"."email" is not null),
	CONSTRAINT "customers_name_length" CHECK (char_length("customers"."name") between 1 and 100),
	CONSTRAINT "customers_email_length" CHECK (char_length("customers"."email") between 3 and 255)
);
--> statement-breakpoint
CREATE TABLE "commission_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"affiliate_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" "entry_kind" NOT NULL,
	"source" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"base_cents" integer NOT NULL,
	"rate_basis_points" integer NOT NULL,
	"terms_version" text NOT NULL,
	"age_rule" smallint NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "commission_entries_owner_key" UNIQUE("id","affiliate_id"),
	CONSTRAINT "commission_entries_source_key" UNIQUE("source","kind","affiliate_id"),
	CONSTRAINT "commission_entries_base" CHECK ("commission_entries"."base_cents" >= 0),
	CONSTRAINT "commission_entries_rate" CHECK ("commission_entries"."rate_basis_points" between 0 and 10000),
	CONSTRAINT "commission_entries_sign" CHECK (("commission_entries"."kind" <> 'commission' or "commission_entries"."amount_cents" >= 0) and ("commission_entries"."kind" not in ('refund', 'reversal') or "commission_entries"."amount_cents" <= 0))
);
--> statement-breakpoint
CREATE TABLE "commission_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"reason" "hold_reason" NOT NULL,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp with time zone,
	"released_by" text,
	CONSTRAINT "commission_holds_release" CHECK (("commission_holds"."released_at" is null) = ("commission_holds"."released_by" is null))
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text NOT NULL,
	"holder" uuid NOT NULL,
	"queued_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "leases_name_holder_pk" PRIMARY KEY("name","holder")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" text NOT NULL,
	"actor_email" text,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"request_id" text,
	"search_text" text GENERATED ALWAYS AS (lower(action || chr(10) || coalesce(actor_email, '') || chr(10) || entity_id)) STORED
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"hits" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "rate_limits_key_window_start_pk" PRIMARY KEY("key","window_start"),
	CONSTRAINT "rate_limits_hits" CHECK ("rate_limits"."hits" >= 1)
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"state" "dispute_state" NOT NULL,
	"lost_cents" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"state_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_provider_key" UNIQUE("provider_id","payment_id"),
	CONSTRAINT "disputes_lost" CHECK ("disputes"."lost_cents" >= 0 and ("disputes"."state" = 'lost' or "disputes"."lost_cents" = 0))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"state" "payment_state" NOT NULL,
	"amount_cents" integer NOT NULL,
	"tax_cents" integer DEFAULT 0 NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"customer_first_paid_at" timestamp with time zone,
	"is_renewal" boolean DEFAULT false NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_sequence_positive" CHECK ("payments"."sequence" >= 1),
	CONSTRAINT "payments_amounts" CHECK ("payments"."amount_cents" > 0 and "payments"."tax_cents" between 0 and "payments"."amount_cents"),
	CONSTRAINT "payments_refunded" CHECK ("payments"."refunded_cents" between 0 and "payments"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" text NOT NULL,
	"type" "purchase_type" NOT NULL,
	"plan_id" text NOT NULL,
	"state" "purchase_state" NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"payer_id" text,
	"payer_email" text,
	"payer_email_key" text,
	"affiliate_code" text,
	"affiliate_id" uuid,
	"state_at" timestamp with time zone,
	"state_fetched_at" timestamp with time zone,
	"reattributed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(provider_id || chr(10) || coalesce(payer_id, '') || chr(10) || coalesce(payer_email, '') || chr(10) || coalesce(affiliate_code, ''))) STORED,
	CONSTRAINT "purchases_amount_positive" CHECK ("purchases"."amount_cents" > 0),
	CONSTRAINT "purchases_currency" CHECK ("purchases"."currency" = 'USD'),
	CONSTRAINT "purchases_state_of_type" CHECK (case when "purchases"."type" = 'one-time' then "purchases"."state" in ('pending', 'completed', 'failed') else "purchases"."state" <> 'completed' end),
	CONSTRAINT "purchases_credited_by_code" CHECK ("purchases"."affiliate_id" is null or "purchases"."affiliate_code" is not null)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"kind" "refund_kind" NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"compared" integer NOT NULL,
	"differences" jsonb NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reconciliations_days" CHECK ("reconciliations"."first_day" <= "reconciliations"."last_day")
);
--> statement-breakpoint
CREATE TABLE "closed_months" (
	"month" date PRIMARY KEY NOT NULL,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "closed_months_start" CHECK (extract(day from "closed_months"."month") = 1)
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"statement_id" uuid NOT NULL,
	"state" "payout_state" DEFAULT 'proposed' NOT NULL,
	"amount_cents" integer NOT NULL,
	"payout_email" text,
	"approved_by" text,
	"approved_at" timestamp with time zone,
	"transaction_id" text,
	"exported_at" timestamp with time zone,
	"exported_by" text,
	"paid_at" timestamp with time zone,
	"rejected_at" timestamp with time zone,
	"rejected_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payouts_amount_positive" CHECK ("payouts"."amount_cents" > 0),
	CONSTRAINT "payouts_paid_with_transaction" CHECK (("payouts"."state" = 'paid') = ("payouts"."transaction_id" is not null and "payouts"."paid_at" is not null)),
	CONSTRAINT "payouts_approved_by" CHECK ("payouts"."state" not in ('approved', 'paid') or ("payouts"."approved_by" is not null and "payouts"."approved_at" is not null)),
	CONSTRAINT "payouts_exported" CHECK (("payouts"."exported_at" is null) = ("payouts"."exported_by" is null)),
	CONSTRAINT "payouts_rejected" CHECK (("payouts"."state" = 'rejected') = ("payouts"."rejected_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "statement_entries" (
	"statement_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"affiliate_id" uuid NOT NULL,
	CONSTRAINT "statement_entries_statement_id_entry_id_pk" PRIMARY KEY("statement_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "statement_returns" (
	"payout_id" uuid PRIMARY KEY NOT NULL,
	"statement_id" uuid NOT NULL,
	"affiliate_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"affiliate_id" uuid NOT NULL,
	"month" date NOT NULL,
	"opening_cents" integer NOT NULL,
	"entries_cents" integer NOT NULL,
	"returned_cents" integer DEFAULT 0 NOT NULL,
	"paid_cents" integer NOT NULL,
	"closing_cents" integer NOT NULL,
	"threshold_cents" integer NOT NULL,
	"no_minimum" boolean NOT NULL,
	"terms_version" text NOT NULL,
	"carried_reason" "carried_reason",
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statements_owner_key" UNIQUE("id","affiliate_id"),
	CONSTRAINT "statements_month_key" UNIQUE("affiliate_id","month"),
	CONSTRAINT "statements_month_start" CHECK (extract(day from "statements"."month") = 1),
	CONSTRAINT "statements_balance" CHECK ("statements"."opening_cents" + "statements"."entries_cents" - "statements"."paid_cents" = "statements"."closing_cents"),
	CONSTRAINT "statements_paid" CHECK ("statements"."paid_cents" >= 0 and "statements"."threshold_cents" >= 0),
	CONSTRAINT "statements_returned" CHECK ("statements"."returned_cents" >= 0),
	CONSTRAINT "statements_carried" CHECK ("statements"."carried_reason" is null or "statements"."closing_cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "user_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text,
	"email" text,
	"phone" text,
	"picture_url" text,
	"facebook_id" text,
	"linkedin_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(user_id || chr(10) || coalesce(name, '') || chr(10) || coalesce(email, ''))) STORED,
	CONSTRAINT "user_profiles_user_id_length" CHECK (char_length("user_profiles"."user_id") between 1 and 128),
	CONSTRAINT "user_profiles_name_length" CHECK (char_length("user_profiles"."name") <= 100),
	CONSTRAINT "user_profiles_email_length" CHECK (char_length("user_profiles"."email") <= 255),
	CONSTRAINT "user_profiles_phone_length" CHECK (char_length("user_profiles"."phone") <= 20),
	CONSTRAINT "user_profiles_picture_https" CHECK ("user_profiles"."picture_url" ~ '^https://' and char_length("user_profiles"."picture_url") <= 2048),
	CONSTRAINT "user_profiles_facebook_length" CHECK (char_length("user_profiles"."facebook_id") <= 100),
	CONSTRAINT "user_profiles_linkedin_length" CHECK (char_length("user_profiles"."linkedin_id") <= 100)
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"resource_id" text,
	"body" jsonb NOT NULL,
	"state" "webhook_state" DEFAULT 'received' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"next_attempt_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	CONSTRAINT "webhook_events_attempts" CHECK ("webhook_events"."attempts" >= 0),
	CONSTRAINT "webhook_events_processed_at" CHECK (("webhook_events"."state" in ('processed', 'ignored')) = ("webhook_events"."processed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "affiliate_activations" ADD CONSTRAINT "affiliate_activations_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_email_changes" ADD CONSTRAINT "payout_email_changes_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_entries" ADD CONSTRAINT "commission_entries_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_entries" ADD CONSTRAINT "commission_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commission_holds" ADD CONSTRAINT "commission_holds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_entries" ADD CONSTRAINT "statement_entries_statement_id_affiliate_id_statements_id_affiliate_id_fk" FOREIGN KEY ("statement_id","affiliate_id") REFERENCES "public"."statements"("id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_entries" ADD CONSTRAINT "statement_entries_entry_id_affiliate_id_commission_entries_id_affiliate_id_fk" FOREIGN KEY ("entry_id","affiliate_id") REFERENCES "public"."commission_entries"("id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_returns" ADD CONSTRAINT "statement_returns_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_returns" ADD CONSTRAINT "statement_returns_statement_id_affiliate_id_statements_id_affiliate_id_fk" FOREIGN KEY ("statement_id","affiliate_id") REFERENCES "public"."statements"("id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "affiliate_activations_affiliate_idx" ON "affiliate_activations" USING btree ("affiliate_id","active_from");--> statement-breakpoint
CREATE UNIQUE INDEX "affiliate_activations_open_key" ON "affiliate_activations" USING btree ("affiliate_id") WHERE "affiliate_activations"."active_until" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "affiliates_email_key" ON "affiliates" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "affiliates_code_key" ON "affiliates" USING btree ("code");--> statement-breakpoint
CREATE INDEX "affiliates_created_idx" ON "affiliates" USING btree ("date_created","id");--> statement-breakpoint
CREATE INDEX "affiliates_name_idx" ON "affiliates" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "affiliates_email_idx" ON "affiliates" USING btree (coalesce(lower("email"), ''),"id");--> statement-breakpoint
CREATE INDEX "affiliates_activated_idx" ON "affiliates" USING btree (coalesce("date_activated", timestamptz '-infinity'),"id");--> statement-breakpoint
CREATE INDEX "affiliates_referred_by_idx" ON "affiliates" USING btree (lower("referred_by"));--> statement-breakpoint
CREATE INDEX "affiliates_closed_idx" ON "affiliates" USING btree ("date_created","id") WHERE "affiliates"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "payout_email_changes_affiliate_idx" ON "payout_email_changes" USING btree ("affiliate_id","changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_email_key" ON "customers" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "customers_person_idx" ON "customers" USING btree (normalise_email("email"));--> statement-breakpoint
CREATE INDEX "customers_created_at_idx" ON "customers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "customers_name_idx" ON "customers" USING btree (coalesce(lower("name"), ''),"id");--> statement-breakpoint
CREATE INDEX "customers_email_idx" ON "customers" USING btree (coalesce(lower("email"), ''),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "commission_entries_one_commission_key" ON "commission_entries" USING btree ("payment_id") WHERE "commission_entries"."kind" = 'commission';--> statement-breakpoint
CREATE INDEX "commission_entries_affiliate_idx" ON "commission_entries" USING btree ("affiliate_id","occurred_at");--> statement-breakpoint
CREATE INDEX "commission_entries_payment_idx" ON "commission_entries" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "commission_holds_open_key" ON "commission_holds" USING btree ("payment_id","reason") WHERE "commission_holds"."released_at" is null;--> statement-breakpoint
CREATE INDEX "commission_holds_payment_idx" ON "commission_holds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_entity_idx" ON "audit_log" USING btree ("entity","entity_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree (lower("actor_email"),"at");--> statement-breakpoint
CREATE INDEX "audit_log_account_idx" ON "audit_log" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_addresses_idx" ON "audit_log" USING gin (mentioned_emails("before", "after"));--> statement-breakpoint
CREATE INDEX "rate_limits_window_idx" ON "rate_limits" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "disputes_payment_idx" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider_key" ON "payments" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "payments_purchase_idx" ON "payments" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "payments_paid_at_idx" ON "payments" USING btree ("paid_at");--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_provider_key" ON "purchases" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "purchases_created_idx" ON "purchases" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "purchases_affiliate_idx" ON "purchases" USING btree ("affiliate_id","created_at");--> statement-breakpoint
CREATE INDEX "purchases_payer_idx" ON "purchases" USING btree ("payer_id");--> statement-breakpoint
CREATE INDEX "purchases_payer_email_idx" ON "purchases" USING btree ("payer_email_key");--> statement-breakpoint
CREATE INDEX "purchases_code_idx" ON "purchases" USING btree ("affiliate_code");--> statement-breakpoint
CREATE INDEX "purchases_email_order_idx" ON "purchases" USING btree (coalesce(lower("payer_email"), ''),"id");--> statement-breakpoint
CREATE INDEX "purchases_code_order_idx" ON "purchases" USING btree (coalesce("affiliate_code", ''),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_provider_key" ON "refunds" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "refunds_payment_idx" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "reconciliations_made_idx" ON "reconciliations" USING btree ("made_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_statement_key" ON "payouts" USING btree ("statement_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_transaction_key" ON "payouts" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payouts_created_idx" ON "payouts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payouts_state_idx" ON "payouts" USING btree ("state","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_entries_entry_key" ON "statement_entries" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "statement_returns_statement_idx" ON "statement_returns" USING btree ("statement_id");--> statement-breakpoint
CREATE INDEX "statements_month_idx" ON "statements" USING btree ("month");--> statement-breakpoint
CREATE UNIQUE INDEX "user_profiles_user_key" ON "user_profiles" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_profiles_email_idx" ON "user_profiles" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "user_profiles_created_idx" ON "user_profiles" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_profiles_name_idx" ON "user_profiles" USING btree (coalesce(lower("name"), ''),"id");--> statement-breakpoint
CREATE INDEX "user_profiles_address_idx" ON "user_profiles" USING btree (coalesce(lower("email"), ''),"id");--> statement-breakpoint
CREATE INDEX "user_profiles_user_id_idx" ON "user_profiles" USING btree (lower("user_id"),"id");--> statement-breakpoint
CREATE INDEX "webhook_events_due_idx" ON "webhook_events" USING btree ("next_attempt_at") WHERE "webhook_events"."state" in ('received', 'failed');--> statement-breakpoint
CREATE INDEX "webhook_events_received_idx" ON "webhook_events" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "webhook_events_resource_idx" ON "webhook_events" USING btree ("resource_id");--> statement-breakpoint
CREATE INDEX "webhook_events_agreement_idx" ON "webhook_events" USING btree (("body" #>> '{resource,billing_agreement_id}'));--> statement-breakpoint
CREATE INDEX "webhook_events_order_idx" ON "webhook_events" USING btree (("body" #>> '{resource,supplementary_data,related_ids,order_id}'));--> statement-breakpoint
CREATE INDEX "webhook_events_dispute_idx" ON "webhook_events" USING btree (("body" #>> '{resource,disputed_transactions,0,seller_transaction_id}'));