CREATE TABLE "monday_digests" (
	"coach_id" uuid PRIMARY KEY NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"hour" smallint DEFAULT 7 NOT NULL,
	"sent_on" date,
	CONSTRAINT "monday_digests_hour_check" CHECK (hour between 0 and 23)
);
--> statement-breakpoint
ALTER TABLE "monday_digests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "monday_digests" ADD CONSTRAINT "monday_digests_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "monday_digests_coach" ON "monday_digests" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON monday_digests TO stridewell_app;
--> statement-breakpoint
ALTER TABLE "dismissed_follow_ups" DROP CONSTRAINT "dismissed_follow_ups_topic_check";--> statement-breakpoint
ALTER TABLE "dismissed_follow_ups" ADD CONSTRAINT "dismissed_follow_ups_topic_check" CHECK (topic in ('check_in', 'unanswered', 'renewal', 'adherence', 'plateau'));
