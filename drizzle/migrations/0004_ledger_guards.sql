-- The commission ledger and its closed months.

-- Keeps an affiliate's commission on a payment between zero and the entry's rate of the payment without tax. A
-- commission entry is compared by itself, since it is the payment's first entry; later entries are compared as a sum. An
-- admin's reattribution has no upper limit. The payment's row is locked, so that concurrent entries see each other.
CREATE FUNCTION check_commission_sum() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  base bigint;
  total bigint;
BEGIN
  SELECT amount_cents - tax_cents INTO base FROM payments WHERE id = NEW.payment_id FOR UPDATE;
  SELECT coalesce(sum(amount_cents), 0) + NEW.amount_cents INTO total
    FROM commission_entries WHERE payment_id = NEW.payment_id AND affiliate_id = NEW.affiliate_id;
  IF total < 0 THEN
    PERFORM refuse('check_violation', 'commission_entries_sum',
      format('commission of payment %s would fall below zero', NEW.payment_id));
  END IF;
  IF NEW.kind <> 'reattribution' AND NEW.rate_basis_points BETWEEN 0 AND 10000
     AND (CASE NEW.kind WHEN 'commission' THEN NEW.amount_cents ELSE total END)
       > (base * NEW.rate_basis_points + 5000) / 10000 THEN
    PERFORM refuse('check_violation', 'commission_entries_cap',
      format('commission of payment %s would exceed its rate', NEW.payment_id));
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER commission_entries_sum BEFORE INSERT ON commission_entries
  FOR EACH ROW EXECUTE FUNCTION check_commission_sum();
--> statement-breakpoint

-- Months are closed in order and without gaps, since a statement opens with the closing balance of the one before.
CREATE FUNCTION check_month_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE newest date;
BEGIN
  SELECT max(month) INTO newest FROM closed_months;
  IF NEW.month <> newest + interval '1 month' THEN
    PERFORM refuse('check_violation', 'closed_months_order',
      format('months are closed in order: %s does not follow %s', NEW.month, newest));
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER closed_months_order BEFORE INSERT ON closed_months
  FOR EACH ROW EXECUTE FUNCTION check_month_order();
--> statement-breakpoint

-- Only the transaction that closes a month writes statements of that month, and rows that belong to them. `xmin` of the
-- closed month is the transaction that closed it.
CREATE FUNCTION check_month_open() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE statement_month date;
BEGIN
  IF TG_TABLE_NAME = 'statements' THEN
    statement_month := NEW.month;
  ELSE
    SELECT month INTO statement_month FROM statements WHERE id = NEW.statement_id;
  END IF;
  PERFORM 1 FROM closed_months
    WHERE closed_months.month >= statement_month AND closed_months.xmin <> pg_current_xact_id()::xid;
  IF FOUND THEN
    PERFORM refuse('restrict_violation', 'statements_month_open', format('the month %s is closed', statement_month));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER statements_month_open AFTER INSERT ON statements
  FOR EACH ROW EXECUTE FUNCTION check_month_open();
--> statement-breakpoint
CREATE TRIGGER statement_entries_month_open AFTER INSERT ON statement_entries
  FOR EACH ROW EXECUTE FUNCTION check_month_open();
--> statement-breakpoint
CREATE TRIGGER statement_returns_month_open AFTER INSERT ON statement_returns
  FOR EACH ROW EXECUTE FUNCTION check_month_open();
