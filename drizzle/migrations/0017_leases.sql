CREATE TABLE "leases" (
	"name" text NOT NULL,
	"holder" uuid NOT NULL,
	"queued_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "leases_name_holder_pk" PRIMARY KEY("name","holder")
);
