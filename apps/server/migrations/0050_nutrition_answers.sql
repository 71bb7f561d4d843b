ALTER TABLE "check_ins" ADD COLUMN "nutrition" integer;--> statement-breakpoint
-- by hand
GRANT UPDATE (nutrition) ON check_ins TO stridewell_app;
