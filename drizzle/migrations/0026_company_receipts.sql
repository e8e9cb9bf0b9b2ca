CREATE TABLE "receipt_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"company" text,
	"address" text,
	"vat_number" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "receipt_versions_version" CHECK ("receipt_versions"."version" >= 2),
	CONSTRAINT "receipt_versions_company" CHECK (char_length("receipt_versions"."company") between 1 and 120),
	CONSTRAINT "receipt_versions_address" CHECK (char_length("receipt_versions"."address") between 1 and 300),
	CONSTRAINT "receipt_versions_vat_number" CHECK (char_length("receipt_versions"."vat_number") between 1 and 30)
);
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "terms_version" text DEFAULT '2026-11-28' NOT NULL;--> statement-breakpoint
ALTER TABLE "receipt_versions" ADD CONSTRAINT "receipt_versions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_versions_key" ON "receipt_versions" USING btree ("payment_id","version");--> statement-breakpoint

-- A version of a receipt is never changed. It is deleted only when its buyer is erased.
CREATE TRIGGER receipt_versions_unchanged BEFORE UPDATE ON receipt_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('a version of a receipt is never changed');
