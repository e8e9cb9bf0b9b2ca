ALTER TABLE "user_profiles" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(user_id || chr(10) || coalesce(name, '') || chr(10) || coalesce(email, ''))) STORED;--> statement-breakpoint
CREATE INDEX "user_profiles_name_idx" ON "user_profiles" USING btree (coalesce(lower("name"), ''),"id");--> statement-breakpoint
CREATE INDEX "user_profiles_address_idx" ON "user_profiles" USING btree (coalesce(lower("email"), ''),"id");--> statement-breakpoint
CREATE INDEX "user_profiles_user_id_idx" ON "user_profiles" USING btree (lower("user_id"),"id");