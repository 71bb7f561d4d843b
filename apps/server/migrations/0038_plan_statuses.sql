ALTER TABLE "client_records" DROP CONSTRAINT "client_records_plan_check";--> statement-breakpoint
DROP INDEX "client_records_plan_index";--> statement-breakpoint
ALTER TABLE "client_programs" ADD COLUMN "generated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "programs" ADD COLUMN "generated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "client_records" DROP COLUMN "plan_status";