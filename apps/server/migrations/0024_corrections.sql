ALTER TABLE "coach_sessions" DROP CONSTRAINT "coach_sessions_status_check";--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD CONSTRAINT "coach_sessions_status_check" CHECK (status in ('scheduled', 'completed', 'no_show'));--> statement-breakpoint
CREATE POLICY "check_ins_client_edit" ON "check_ins" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and check_ins.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and check_ins.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = check_ins.coach_id
  and r.client_id = check_ins.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and not by_coach and reply_id is null) WITH CHECK (current_setting('app.role', true) = 'client' and check_ins.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and check_ins.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = check_ins.coach_id
  and r.client_id = check_ins.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and not by_coach and reply_id is null and reviewed_at is null);--> statement-breakpoint
ALTER POLICY "events_client_record" ON "events" TO stridewell_app WITH CHECK (current_setting('app.role', true) = 'client' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and actor = 'client'
      and type in ('record.updated', 'onboarding.completed', 'checkin.submitted', 'checkin.corrected', 'message.sent', 'session.started', 'session.cancelled', 'measurement.recorded'));--> statement-breakpoint
-- by hand
GRANT UPDATE (weight_kg, adherence, energy, sleep_hours, note, answers, edited_at) ON check_ins TO stridewell_app;
--> statement-breakpoint
-- What a client wrote is theirs to correct. Reading it is all that a coach adds.
CREATE FUNCTION keep_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('app.role', true) = 'coach' THEN
    RAISE EXCEPTION 'answers of a check-in are changed by its client alone' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER check_ins_answers_kept
  BEFORE UPDATE OF weight_kg, adherence, energy, sleep_hours, note, answers, edited_at ON check_ins
  FOR EACH ROW EXECUTE FUNCTION keep_answers();
