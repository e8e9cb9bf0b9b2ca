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
ALTER TABLE "purchases" ADD COLUMN "reattributed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "reconciliations_made_idx" ON "reconciliations" USING btree ("made_at","id");--> statement-breakpoint
CREATE INDEX "purchases_email_order_idx" ON "purchases" USING btree (coalesce(lower("payer_email"), ''),"id");--> statement-breakpoint
CREATE INDEX "purchases_code_order_idx" ON "purchases" USING btree (coalesce("affiliate_code", ''),"id");--> statement-breakpoint
CREATE TRIGGER reconciliations_append_only BEFORE UPDATE OR DELETE ON reconciliations
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER reconciliations_no_truncate BEFORE TRUNCATE ON reconciliations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
