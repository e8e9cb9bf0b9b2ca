CREATE INDEX "customers_person_idx" ON "customers" USING btree (email_key("email"));--> statement-breakpoint
CREATE INDEX "commission_holds_payment_idx" ON "commission_holds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "audit_log_account_idx" ON "audit_log" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "webhook_events_received_idx" ON "webhook_events" USING btree ("received_at","id");