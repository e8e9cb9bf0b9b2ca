CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"plan_id" text NOT NULL,
	"price_cents" integer NOT NULL,
	"provider_plan_id" text,
	"reason" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"order_ids" text[] DEFAULT '{}' NOT NULL,
	"purchase_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_price_positive" CHECK ("invitations"."price_cents" > 0),
	CONSTRAINT "invitations_reason_length" CHECK (char_length("invitations"."reason") between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_key" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_purchase_key" ON "invitations" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "invitations_orders_idx" ON "invitations" USING gin ("order_ids");--> statement-breakpoint
CREATE INDEX "invitations_created_idx" ON "invitations" USING btree ("created_at");