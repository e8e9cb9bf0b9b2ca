CREATE TABLE "suppressed_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"reason" "leave_reason" NOT NULL,
	"suppressed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressed_addresses_hash_length" CHECK (char_length("suppressed_addresses"."address_hash") between 64 and 64)
);
