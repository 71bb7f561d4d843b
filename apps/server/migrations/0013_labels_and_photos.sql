ALTER TABLE "notification_mails" DROP CONSTRAINT "notification_mails_type_check";--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_type_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD COLUMN "photo_id" uuid;--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD COLUMN "engagement" text;--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD COLUMN "engagement_until" date DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
CREATE INDEX "client_records_plan_index" ON "client_records" USING btree ("coach_id","plan_status","client_id");--> statement-breakpoint
CREATE INDEX "relationships_engagement_index" ON "client_coach_relationships" USING btree ("coach_id","engagement","name_key","client_id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "relationships_renewal_index" ON "client_coach_relationships" USING btree ("engagement_until") WHERE status = 'active';--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD CONSTRAINT "relationships_engagement_check" CHECK (engagement in ('Excellent', 'High', 'Good', 'Needs Attention'));--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder'));--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder'));
--> statement-breakpoint
-- by hand
ALTER TABLE client_coach_relationships ADD CONSTRAINT relationships_photo_fk
  FOREIGN KEY (coach_id, photo_id) REFERENCES files (coach_id, id);
--> statement-breakpoint
-- As before, and the label of whoever has a new check-in is to be renewed.
CREATE OR REPLACE FUNCTION note_check_ins() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  -- Of two check-ins at once the second is noted when the first one can be seen.
  PERFORM 1 FROM client_coach_relationships r
  WHERE (r.coach_id, r.client_id) IN (SELECT c.coach_id, c.client_id FROM changed c)
  ORDER BY r.coach_id, r.client_id FOR NO KEY UPDATE;
  UPDATE client_coach_relationships r
  SET last_check_in_day = newest.day,
    adherence_falling = coalesce(newest.answers >= 4 AND newest.mean_before - newest.mean_recent >= 15, false),
    engagement_until = '-infinity'
  FROM (SELECT DISTINCT coach_id, client_id FROM changed) c
  CROSS JOIN LATERAL (
    SELECT (array_agg(i.day ORDER BY i.place))[1] AS day,
      count(i.adherence) AS answers,
      avg(i.adherence) FILTER (WHERE i.answer <= 2) AS mean_recent,
      avg(i.adherence) FILTER (WHERE i.answer BETWEEN 3 AND 6) AS mean_before
    FROM (
      SELECT n.*, count(n.adherence) OVER (ORDER BY n.place) AS answer
      FROM (
        SELECT k.day, k.adherence, row_number() OVER (ORDER BY k.submitted_at DESC, k.id DESC) AS place
        FROM check_ins k WHERE k.coach_id = c.coach_id AND k.client_id = c.client_id
        ORDER BY k.submitted_at DESC, k.id DESC LIMIT 12
      ) n
    ) i
  ) newest
  WHERE r.coach_id = c.coach_id AND r.client_id = c.client_id
    AND (r.last_check_in_day, r.adherence_falling, r.engagement_until) IS DISTINCT FROM
      (newest.day, coalesce(newest.answers >= 4 AND newest.mean_before - newest.mean_recent >= 15, false),
        '-infinity'::date);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Sessions to come are called as the client is now, whoever renames them; past ones stay as they were held.
CREATE FUNCTION rename_sessions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  UPDATE coach_sessions s SET client_name = NEW.full_name
  WHERE s.coach_id = NEW.coach_id AND s.client_id = NEW.client_id AND s.session_date > now() AND s.status = 'scheduled';
  UPDATE session_series s SET client_name = NEW.full_name
  WHERE s.coach_id = NEW.coach_id AND s.client_id = NEW.client_id AND NOT s.ended;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION rename_sessions() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER relationships_renamed AFTER UPDATE OF full_name ON client_coach_relationships
  FOR EACH ROW WHEN (OLD.full_name IS DISTINCT FROM NEW.full_name) EXECUTE FUNCTION rename_sessions();
