CREATE TABLE "address_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "address_changes_old_email_length" CHECK (char_length("address_changes"."old_email") between 3 and 255),
	CONSTRAINT "address_changes_new_email_length" CHECK (char_length("address_changes"."new_email") between 3 and 255)
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"uid" text NOT NULL,
	"auth_time" timestamp with time zone NOT NULL,
	"browser" text NOT NULL,
	CONSTRAINT "sign_ins_uid_auth_time_pk" PRIMARY KEY("uid","auth_time"),
	CONSTRAINT "sign_ins_browser_length" CHECK (char_length("sign_ins"."browser") between 1 and 60)
);
--> statement-breakpoint
CREATE INDEX "address_changes_uid_idx" ON "address_changes" USING btree ("uid","requested_at");--> statement-breakpoint
CREATE INDEX "address_changes_requested_idx" ON "address_changes" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "address_changes_old_email_idx" ON "address_changes" USING btree (normalise_email("old_email"));--> statement-breakpoint
CREATE INDEX "address_changes_new_email_idx" ON "address_changes" USING btree (normalise_email("new_email"));--> statement-breakpoint
CREATE INDEX "sign_ins_time_idx" ON "sign_ins" USING btree ("auth_time");