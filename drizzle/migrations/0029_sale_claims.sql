CREATE TYPE "public"."sale_claim_state" AS ENUM('open', 'credited', 'not-credited');--> statement-breakpoint
CREATE TABLE "sale_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"affiliate_id" uuid NOT NULL,
	"order_number" text NOT NULL,
	"day" date NOT NULL,
	"state" "sale_claim_state" DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "sale_claims_order_number_length" CHECK (char_length("sale_claims"."order_number") between 1 and 64),
	CONSTRAINT "sale_claims_settled" CHECK (("sale_claims"."state" = 'open') = ("sale_claims"."settled_at" is null))
);
--> statement-breakpoint
ALTER TABLE "sale_claims" ADD CONSTRAINT "sale_claims_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sale_claims_open_key" ON "sale_claims" USING btree ("affiliate_id","order_number") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "sale_claims_affiliate_idx" ON "sale_claims" USING btree ("affiliate_id","created_at");--> statement-breakpoint
CREATE INDEX "sale_claims_waiting_idx" ON "sale_claims" USING btree ("created_at","id") WHERE state = 'open';