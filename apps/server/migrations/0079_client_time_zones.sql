ALTER TABLE "coachings" ADD COLUMN "time_zone" text;
--> statement-breakpoint
-- by hand
UPDATE coachings c SET time_zone = p.time_zone FROM preferences p
WHERE p.user_id = c.user_id;
--> statement-breakpoint
-- by hand
DROP FUNCTION client_time_zones(uuid);
--> statement-breakpoint
CREATE POLICY "coachings_person" ON "coachings" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_person' and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'system_person' and user_id = nullif(current_setting('app.user_id', true), '')::uuid);
