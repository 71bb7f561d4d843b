ALTER POLICY "events_client_record" ON "events" TO stridewell_app WITH CHECK (current_setting('app.role', true) = 'client' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and actor = 'client'
      and type in ('relationship.ended', 'record.updated', 'onboarding.completed', 'health.answered', 'checkin.submitted', 'checkin.corrected', 'message.sent', 'session.started', 'session.cancelled', 'measurement.recorded', 'workout.completed', 'workout.pain_flagged', 'food.photographed'));--> statement-breakpoint
-- The comments and photos that clients have already.
INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at, data)
SELECT f.coach_id, gen_random_uuid(), f.client_id, 'food.photographed', f.id, 'client', f.arrived_at,
  jsonb_build_object('day', f.day)
FROM (SELECT DISTINCT ON (coach_id, client_id, day) * FROM food_entries WHERE kind = 'photo'
  ORDER BY coach_id, client_id, day, arrived_at, id) f;
--> statement-breakpoint
INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at, data)
SELECT c.coach_id, gen_random_uuid(), c.client_id, 'food.commented', c.id, 'coach', c.created_at,
  jsonb_build_object('day', c.day)
FROM food_comments c;
