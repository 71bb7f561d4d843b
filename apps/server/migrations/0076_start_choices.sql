ALTER TABLE "client_coach_relationships" ADD COLUMN "start_package_id" uuid;--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD COLUMN "start_program_id" text;