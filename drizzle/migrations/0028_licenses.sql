CREATE TABLE "licenses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"covers_until" date NOT NULL,
	"text" text NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "licenses_payment_key" ON "licenses" USING btree ("payment_id","covers_until");--> statement-breakpoint
CREATE UNIQUE INDEX "licenses_valid_key" ON "licenses" USING btree ("payment_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "licenses_revoked_idx" ON "licenses" USING btree ("id") WHERE revoked_at is not null;