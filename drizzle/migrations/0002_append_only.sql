-- Append-only tables: once written, money and history are never edited. A mistake is corrected by another row.

-- Ends the transaction with an error. The server reads the name of its constraint.
CREATE FUNCTION refuse(error_code text, constraint_name text, message text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', message USING ERRCODE = error_code, CONSTRAINT = constraint_name;
END $$;
--> statement-breakpoint

-- Refuses the statement that fired the trigger, whose name is the constraint. The trigger may give the message.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse('restrict_violation', TG_NAME, coalesce(TG_ARGV[0], TG_TABLE_NAME || ' is append-only'));
  RETURN NULL;
END $$;
--> statement-breakpoint

CREATE TRIGGER refunds_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON refunds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER commission_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON commission_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER closed_months_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON closed_months
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statement_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statement_returns_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_returns
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER reconciliations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reconciliations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- Rows of these tables may change, but stay.
CREATE TRIGGER disputes_no_delete BEFORE DELETE OR TRUNCATE ON disputes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payouts_no_delete BEFORE DELETE OR TRUNCATE ON payouts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- An entry may only lose personal data: see `check_redaction`.
CREATE TRIGGER audit_log_no_delete BEFORE DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A row is deleted with its affiliate only: see `check_affiliate_deleted`.
CREATE TRIGGER payout_email_changes_no_truncate BEFORE TRUNCATE ON payout_email_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
