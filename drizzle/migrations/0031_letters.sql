CREATE TYPE "public"."letter_audience" AS ENUM('readers', 'affiliates');--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "audience" "letter_audience" DEFAULT 'readers' NOT NULL;