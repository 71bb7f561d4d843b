ALTER TABLE "coaches" ADD COLUMN "places" integer;--> statement-breakpoint
ALTER TABLE "coaches" ADD CONSTRAINT "coaches_places_check" CHECK (places between 1 and 1000);