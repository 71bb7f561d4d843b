ALTER TABLE "health_screens" ADD COLUMN "scoff" jsonb;--> statement-breakpoint
ALTER TABLE "meal_drafts" ADD COLUMN "edits" text[];