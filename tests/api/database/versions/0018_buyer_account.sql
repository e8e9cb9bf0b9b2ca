-- A renewal of the first subscription.
update payments set is_renewal = true where sequence > 1;
