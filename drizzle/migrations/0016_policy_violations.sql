CREATE TABLE "policy_violations" (
	"day" date NOT NULL,
	"directive" text NOT NULL,
	"host" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "policy_violations_day_directive_host_pk" PRIMARY KEY("day","directive","host"),
	CONSTRAINT "policy_violations_directive_length" CHECK (char_length("policy_violations"."directive") between 1 and 30),
	CONSTRAINT "policy_violations_host_length" CHECK (char_length("policy_violations"."host") between 1 and 100),
	CONSTRAINT "policy_violations_positive" CHECK ("policy_violations"."count" > 0)
);
