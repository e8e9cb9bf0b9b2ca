CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"due_at" timestamp with time zone,
	"noticed_for" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text
);
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "next_billing_cents" integer;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_purchase_key" ON "notices" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "notices_due_idx" ON "notices" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "mails_noticed_purchase_idx" ON "mails" USING btree (split_part(subject_id, ' ', 1)) WHERE kind in ('renewal-notice', 'renewal-failed', 'year-ending');--> statement-breakpoint

-- Every purchase has a row, also one that the previous code records. The job looks at it a day later, unless the code has set the time.
CREATE FUNCTION purchases_add_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notices (id, purchase_id, due_at) VALUES (gen_random_uuid(), new.id, now() + interval '1 day');
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER purchases_add_notice AFTER INSERT ON purchases FOR EACH ROW EXECUTE FUNCTION purchases_add_notice();--> statement-breakpoint

-- A subscription keeps its price.
UPDATE purchases SET next_billing_cents = amount_cents WHERE next_billing_at IS NOT NULL;--> statement-breakpoint

-- The job looks at these purchases when their first mail may be due.
INSERT INTO notices (id, purchase_id, due_at)
SELECT gen_random_uuid(), id, CASE
  WHEN type = 'subscription' AND state = 'active' THEN coalesce(next_billing_at - interval '40 days', now())
  WHEN type = 'one-time' AND state = 'completed' THEN (
    SELECT max(paid_at) + interval '335 days' FROM payments
    WHERE purchase_id = purchases.id AND state = 'completed' AND paid_at > now() - interval '1 year'
  )
END
FROM purchases;
