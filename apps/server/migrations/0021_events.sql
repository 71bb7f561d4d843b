CREATE TABLE "events" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"actor" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"data" jsonb DEFAULT '{}' NOT NULL,
	CONSTRAINT "events_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "events_actor_check" CHECK (actor in ('coach', 'client', 'system'))
);
--> statement-breakpoint
ALTER TABLE "events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_order_index" ON "events" USING btree ("coach_id","client_id","type","occurred_at","id");--> statement-breakpoint
CREATE POLICY "events_coach_read" ON "events" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "events_coach_record" ON "events" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and actor in ('coach', 'system'));--> statement-breakpoint
CREATE POLICY "events_client_record" ON "events" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and actor = 'client'
      and type in ('record.updated', 'onboarding.completed', 'checkin.submitted', 'message.sent', 'session.started', 'session.cancelled', 'measurement.recorded'));--> statement-breakpoint
CREATE POLICY "events_invitation_record" ON "events" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'system_invitation' and events.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and events.client_id = nullif(current_setting('app.client_id', true), '')::uuid and (actor = 'client' and type in ('relationship.accepted', 'relationship.declined')
      or actor = 'system' and type in ('checkin.schedule_set')));
--> statement-breakpoint
-- by hand
-- Append-only: what happened is neither changed nor deleted.
GRANT SELECT, INSERT ON events TO stridewell_app;
--> statement-breakpoint
-- Rows of client_events keep their ids. Devices choose the ids of other rows, so their events get new ones.
-- A client was restored as paused when the next change of status says so, or none came and the client is paused.
INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at, data)
SELECT e.coach_id, e.id, e.client_id,
  CASE e.kind WHEN 'record_edited' THEN 'record.updated' WHEN 'onboarding_completed' THEN 'onboarding.completed'
    ELSE 'relationship.' || e.kind END,
  e.client_id, e.actor, e.at,
  CASE e.kind WHEN 'record_edited' THEN jsonb_build_object('fields', e.fields)
    WHEN 'restored' THEN jsonb_build_object('status',
      CASE WHEN n.kind = 'resumed' OR n.kind IS NULL AND r.status = 'paused' THEN 'paused' ELSE 'active' END)
    ELSE '{}' END
FROM client_events e
JOIN client_coach_relationships r ON r.coach_id = e.coach_id AND r.client_id = e.client_id
LEFT JOIN LATERAL (
  SELECT c.kind FROM client_events c WHERE c.coach_id = e.coach_id AND c.client_id = e.client_id
    AND (c.at, c.id) > (e.at, e.id) AND c.kind IN ('paused', 'resumed', 'archived', 'restored')
  ORDER BY c.at, c.id LIMIT 1
) n ON e.kind = 'restored';
--> statement-breakpoint
-- Earlier schedules are not stored. The present one stands for the whole time since the client accepted.
INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at, data)
SELECT r.coach_id, gen_random_uuid(), r.client_id, 'checkin.schedule_set', r.client_id, 'system',
  coalesce(r.accepted_at, r.created_at), jsonb_build_object('firstDay', r.check_in_anchor,
    'intervalDays', r.check_in_interval_days, 'weekdays', r.check_in_weekdays)
FROM client_coach_relationships r WHERE r.check_in_anchor IS NOT NULL;
--> statement-breakpoint
INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at, data)
SELECT c.coach_id, gen_random_uuid(), c.client_id, 'checkin.submitted', c.id,
  CASE WHEN c.by_coach THEN 'coach' ELSE 'client' END, c.submitted_at,
  jsonb_build_object('day', c.day, 'adherence', c.adherence, 'weighed', c.weight_kg IS NOT NULL)
FROM check_ins c;
--> statement-breakpoint
-- Check-ins that a coach logged need no review.
INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at, data)
SELECT c.coach_id, gen_random_uuid(), c.client_id, 'checkin.reviewed', c.id, 'coach', c.reviewed_at,
  jsonb_build_object('replied', c.reply_id IS NOT NULL)
FROM check_ins c WHERE c.reviewed_at IS NOT NULL AND NOT c.by_coach;
--> statement-breakpoint
INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at, data)
SELECT m.coach_id, gen_random_uuid(), m.client_id, 'message.sent', m.id, m.sender, m.created_at,
  jsonb_build_object('seq', m.seq, 'broadcastId', b.broadcast_id)
FROM messages m
LEFT JOIN broadcast_recipients b ON b.coach_id = m.coach_id AND b.client_id = m.client_id AND b.seq = m.seq;
--> statement-breakpoint
INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at, data)
SELECT s.coach_id, gen_random_uuid(), s.client_id, 'session.started', s.id, s.booked_by, s.session_date,
  jsonb_build_object('seriesId', s.series_id)
FROM coach_sessions s WHERE s.client_id IS NOT NULL;
--> statement-breakpoint
-- When a session was marked as completed is not stored: its end stands for it.
INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at, data)
SELECT s.coach_id, gen_random_uuid(), s.client_id, 'session.completed', s.id, 'coach',
  least(s.session_date + make_interval(mins => s.minutes), now()),
  jsonb_build_object('startsAt', to_char(s.session_date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
FROM coach_sessions s WHERE s.client_id IS NOT NULL AND s.status = 'completed';
--> statement-breakpoint
INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at, data)
SELECT s.coach_id, gen_random_uuid(), s.client_id, 'session.cancelled', s.id, s.booked_by, s.cancelled_at,
  jsonb_build_object('startsAt', to_char(s.session_date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
FROM coach_sessions s WHERE s.client_id IS NOT NULL AND s.cancelled_at IS NOT NULL;
--> statement-breakpoint
INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at, data)
SELECT n.coach_id, gen_random_uuid(), n.client_id, 'note.created', n.id, 'coach', n.created_at, jsonb_build_object('day', n.day)
FROM client_notes n;
--> statement-breakpoint
-- Values that were saved together are one event.
INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at, data)
SELECT m.coach_id, min(m.id::text)::uuid, m.client_id, 'measurement.recorded', min(m.id::text)::uuid,
  (array_agg(m.source ORDER BY m.id))[1], m.recorded_at,
  jsonb_build_object('day', m.day, 'kinds', jsonb_agg(m.kind ORDER BY m.kind))
FROM measurements m GROUP BY m.coach_id, m.client_id, m.recorded_at, m.day;
--> statement-breakpoint
DROP TABLE "client_events";
--> statement-breakpoint
-- Accounts are deleted by a function of the database, which ends their relationships. The event belongs to the same transaction.
CREATE FUNCTION record_ended_relationship() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at)
  VALUES (NEW.coach_id, gen_random_uuid(), NEW.client_id, 'relationship.ended', NEW.client_id,
    CASE WHEN current_setting('app.user_id', true) = NEW.coach_id::text THEN 'coach' ELSE 'client' END, now());
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION record_ended_relationship() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER relationships_ended AFTER UPDATE OF status ON client_coach_relationships
  FOR EACH ROW WHEN (NEW.status = 'ended' AND OLD.status <> 'ended') EXECUTE FUNCTION record_ended_relationship();
