CREATE TYPE "public"."link_event" AS ENUM('view', 'plan-chosen', 'payment-begun', 'download', 'paid');--> statement-breakpoint
CREATE TABLE "owner_link_counts" (
	"link_id" uuid NOT NULL,
	"day" date NOT NULL,
	"event" "link_event" NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "owner_link_counts_link_id_day_event_pk" PRIMARY KEY("link_id","day","event"),
	CONSTRAINT "owner_link_counts_positive" CHECK ("owner_link_counts"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "owner_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "owner_links_code_shape" CHECK ("owner_links"."code" ~ '^[a-z0-9]{1,16}$'),
	CONSTRAINT "owner_links_name_length" CHECK (char_length("owner_links"."name") between 1 and 40)
);
--> statement-breakpoint
ALTER TABLE "owner_link_counts" ADD CONSTRAINT "owner_link_counts_link_id_owner_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."owner_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "owner_links_code_key" ON "owner_links" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "owner_links_name_key" ON "owner_links" USING btree (lower("name"));