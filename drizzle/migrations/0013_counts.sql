CREATE TYPE "public"."counted_event" AS ENUM('view', 'plan-chosen', 'payment-begun', 'download');--> statement-breakpoint
CREATE TABLE "affiliate_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"affiliate_id" uuid NOT NULL,
	"label" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "affiliate_codes_shape" CHECK ("affiliate_codes"."code" ~ '^[a-z0-9][a-z0-9_-]{0,31}$'),
	CONSTRAINT "affiliate_codes_label_length" CHECK (char_length("affiliate_codes"."label") between 1 and 40),
	CONSTRAINT "affiliate_codes_own_stays" CHECK ("affiliate_codes"."label" is not null or "affiliate_codes"."deleted_at" is null)
);
--> statement-breakpoint
CREATE TABLE "daily_counts" (
	"day" date NOT NULL,
	"event" "counted_event" NOT NULL,
	"subject" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "daily_counts_day_event_subject_pk" PRIMARY KEY("day","event","subject"),
	CONSTRAINT "daily_counts_subject_length" CHECK (char_length("daily_counts"."subject") between 1 and 80),
	CONSTRAINT "daily_counts_positive" CHECK ("daily_counts"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "link_clicks" (
	"code" text NOT NULL,
	"day" date NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "link_clicks_code_day_pk" PRIMARY KEY("code","day"),
	CONSTRAINT "link_clicks_positive" CHECK ("link_clicks"."clicks" > 0)
);
--> statement-breakpoint
ALTER TABLE "affiliate_codes" ADD CONSTRAINT "affiliate_codes_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_clicks" ADD CONSTRAINT "link_clicks_code_affiliate_codes_code_fk" FOREIGN KEY ("code") REFERENCES "public"."affiliate_codes"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "affiliate_codes_affiliate_idx" ON "affiliate_codes" USING btree ("affiliate_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "affiliate_codes_label_key" ON "affiliate_codes" USING btree ("affiliate_id",lower("label")) WHERE "affiliate_codes"."deleted_at" is null;--> statement-breakpoint

-- Adds the affiliate's own code, so that one key keeps all codes apart: those of affiliates and those of named links.
INSERT INTO affiliate_codes (code, affiliate_id, created_at) SELECT code, id, date_created FROM affiliates;
--> statement-breakpoint
CREATE FUNCTION add_own_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO affiliate_codes (code, affiliate_id, created_at) VALUES (NEW.code, NEW.id, NEW.date_created);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliates_own_code AFTER INSERT ON affiliates FOR EACH ROW EXECUTE FUNCTION add_own_code();
--> statement-breakpoint
CREATE TRIGGER affiliate_codes_immutable BEFORE UPDATE ON affiliate_codes FOR EACH ROW
  WHEN (NEW.code IS DISTINCT FROM OLD.code OR NEW.affiliate_id IS DISTINCT FROM OLD.affiliate_id)
  EXECUTE FUNCTION refuse_change('a code always belongs to the same affiliate');
--> statement-breakpoint

-- Removes the labels of a closed affiliate, also if the previous version of the server closes it.
CREATE FUNCTION forget_labels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE affiliate_codes SET label = 'Deleted link', deleted_at = coalesce(deleted_at, NEW.closed_at)
    WHERE affiliate_id = NEW.id AND label IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliates_forget_labels AFTER UPDATE ON affiliates FOR EACH ROW
  WHEN (NEW.closed_at IS NOT NULL AND OLD.closed_at IS NULL)
  EXECUTE FUNCTION forget_labels();
