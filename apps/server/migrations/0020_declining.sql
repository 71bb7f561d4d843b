ALTER TABLE "client_events" DROP CONSTRAINT "client_events_kind_check";--> statement-breakpoint
ALTER TABLE "client_coach_relationships" DROP CONSTRAINT "relationships_status_check";--> statement-breakpoint
ALTER TABLE "client_events" ADD CONSTRAINT "client_events_kind_check" CHECK (kind in ('added', 'invited', 'accepted', 'declined', 'paused', 'resumed', 'archived', 'revoked', 'restored', 'ended', 'record_edited', 'onboarding_completed'));--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD CONSTRAINT "relationships_status_check" CHECK (status in ('invited', 'declined', 'active', 'paused', 'archived', 'ended'));--> statement-breakpoint
ALTER POLICY "client_events_accept" ON "client_events" TO stridewell_app WITH CHECK (current_setting('app.role', true) = 'system_invitation' and client_events.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_events.client_id = nullif(current_setting('app.client_id', true), '')::uuid and kind in ('accepted', 'declined') and actor = 'client');--> statement-breakpoint
ALTER POLICY "notification_mails_tell_coach" ON "notification_mails" TO stridewell_app WITH CHECK ((current_setting('app.role', true) = 'client' or current_setting('app.role', true) = 'system_invitation') and user_id = nullif(current_setting('app.coach_id', true), '')::uuid
      and exists (select 1 from client_coach_relationships r where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
      and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid and r.status in ('active', 'paused', 'declined')));--> statement-breakpoint
ALTER POLICY "notifications_tell_coach" ON "notifications" TO stridewell_app WITH CHECK ((current_setting('app.role', true) = 'client' or current_setting('app.role', true) = 'system_invitation') and user_id = nullif(current_setting('app.coach_id', true), '')::uuid
      and exists (select 1 from client_coach_relationships r where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
      and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid and r.status in ('active', 'paused', 'declined')));--> statement-breakpoint
-- by hand
-- Whose screens may show when the coach in scope is free: the people who train with them now, for the server to tell
-- that it has changed. Runs with the owner's rights, because a client reads their own relationship alone; empty for
-- everybody but the coach and a current client of theirs.
CREATE FUNCTION booking_people() RETURNS TABLE (person_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT r.person_id FROM client_coach_relationships r
  WHERE r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
    AND r.status = 'active' AND r.person_id IS NOT NULL
    AND CASE current_setting('app.role', true)
      WHEN 'coach' THEN r.coach_id = nullif(current_setting('app.user_id', true), '')::uuid
      WHEN 'client' THEN EXISTS (
        SELECT FROM client_coach_relationships own WHERE own.coach_id = r.coach_id
          AND own.client_id = nullif(current_setting('app.client_id', true), '')::uuid
          AND own.person_id = nullif(current_setting('app.user_id', true), '')::uuid
          AND own.status IN ('active', 'paused')
      )
      ELSE false
    END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION booking_people() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION booking_people() TO stridewell_app;
--> statement-breakpoint
-- Whoever joined after their invitation had been withdrawn once has kept a pause without an end, though nobody who
-- trains is paused.
UPDATE client_coach_relationships SET check_in_pauses = '{}' WHERE status = 'active' AND upper_inf(check_in_pauses);
