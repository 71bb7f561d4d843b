ALTER TABLE "coaches" ADD COLUMN "prescribes_nutrition" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "coachings" ADD COLUMN "nutrition_way" text;--> statement-breakpoint
ALTER TABLE "coachings" ADD COLUMN "numbers_off_by" text;--> statement-breakpoint
ALTER TABLE "coachings" ADD COLUMN "numbers_off_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "coachings" ADD CONSTRAINT "coachings_nutrition_way_check" CHECK (nutrition_way in ('numbers', 'plan', 'habits', 'photos'));--> statement-breakpoint
ALTER TABLE "coachings" ADD CONSTRAINT "coachings_numbers_off_by_check" CHECK (numbers_off_by in ('client', 'coach', 'screen'));--> statement-breakpoint
ALTER TABLE "coachings" ADD CONSTRAINT "coachings_numbers_off_check" CHECK ((numbers_off_by is null) = (numbers_off_since is null));--> statement-breakpoint
-- by hand
DROP FUNCTION resolve_session(text, text);
