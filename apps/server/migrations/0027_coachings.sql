CREATE TABLE "coachings" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" uuid,
	"invited_email" text,
	"invited_until" timestamp (3) with time zone,
	"status" text NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"photo_id" uuid,
	CONSTRAINT "coachings_coach_id_client_id_pk" PRIMARY KEY("coach_id","client_id")
);
--> statement-breakpoint
ALTER TABLE "coachings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "coachings" ADD CONSTRAINT "coachings_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coachings" ADD CONSTRAINT "coachings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coachings_user_index" ON "coachings" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "coachings_invited_index" ON "coachings" USING btree ("invited_email") WHERE invited_email is not null;--> statement-breakpoint
CREATE POLICY "check_ins_follow" ON "check_ins" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_relationship' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "relationships_follow_read" ON "client_coach_relationships" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_relationship' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "relationships_follow" ON "client_coach_relationships" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_relationship' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'system_relationship' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "coachings_coach" ON "coachings" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "coachings_client_read" ON "coachings" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "coachings_client_insert" ON "coachings" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and status in ('active', 'paused', 'ended'));--> statement-breakpoint
CREATE POLICY "coachings_client_update" ON "coachings" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and status in ('active', 'paused', 'ended'));--> statement-breakpoint
CREATE POLICY "coachings_invitation" ON "coachings" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_invitation' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'system_invitation' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "coachings_identity" ON "coachings" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_identity');--> statement-breakpoint
CREATE POLICY "coachings_own" ON "coachings" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) in ('user', 'system_person') and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "current_coaches_own" ON "current_coaches" TO stridewell_app USING (current_setting('app.role', true) in ('user', 'system_person') and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) in ('user', 'system_person') and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "events_client_record" ON "events" TO stridewell_app WITH CHECK (current_setting('app.role', true) = 'client' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and actor = 'client'
      and type in ('relationship.ended', 'record.updated', 'onboarding.completed', 'checkin.submitted', 'checkin.corrected', 'message.sent', 'session.started', 'session.cancelled', 'measurement.recorded'));
--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON coachings TO stridewell_app;
--> statement-breakpoint
GRANT DELETE ON current_coaches TO stridewell_app;
--> statement-breakpoint
INSERT INTO coachings (coach_id, client_id, user_id, invited_email, invited_until, status, accepted_at, photo_id)
SELECT r.coach_id, r.client_id, r.person_id, CASE WHEN r.status = 'invited' THEN r.email END,
  CASE WHEN r.status = 'invited' THEN i.expires_at END, r.status, r.accepted_at, r.photo_id
FROM client_coach_relationships r
LEFT JOIN invitations i ON i.coach_id = r.coach_id AND i.client_id = r.client_id;
--> statement-breakpoint
-- The services choose the current coach now.
DROP TRIGGER follow_coaching ON client_coach_relationships;
--> statement-breakpoint
DROP FUNCTION follow_coaching();
--> statement-breakpoint
-- As before, from the directory.
CREATE OR REPLACE FUNCTION coachings_of(person uuid)
RETURNS TABLE (coach_id uuid, client_id uuid, coach_name text, status text, time_zone text, photo_id uuid)
LANGUAGE sql STABLE AS $$
  SELECT o.coach_id, o.client_id, c.full_name, o.status, c.time_zone, o.photo_id
  FROM public.coachings o JOIN public.coaches c ON c.id = o.coach_id
  WHERE o.user_id = person
  ORDER BY ((SELECT p.coach_id FROM public.current_coaches p WHERE p.user_id = person) = o.coach_id) IS TRUE DESC,
    (o.status IN ('active', 'paused')) DESC, o.accepted_at DESC
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION own_invitations()
RETURNS TABLE (coach_id uuid, client_id uuid, coach_name text, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT o.coach_id, o.client_id, c.full_name, o.invited_until
  FROM users u JOIN coachings o ON o.invited_email = u.email JOIN coaches c ON c.id = o.coach_id
  WHERE current_setting('app.role', true) = 'user'
    AND u.id = nullif(current_setting('app.user_id', true), '')::uuid
    AND u.email_verified AND o.invited_until IS NOT NULL
  ORDER BY o.invited_until DESC
$$;
--> statement-breakpoint
-- The services that change a relationship or a profile do what these triggers did.
DROP TRIGGER relationships_ended ON client_coach_relationships;
--> statement-breakpoint
DROP TRIGGER relationships_forget_health ON client_coach_relationships;
--> statement-breakpoint
DROP TRIGGER relationships_renamed ON client_coach_relationships;
--> statement-breakpoint
DROP TRIGGER relationships_photo_replaced ON client_coach_relationships;
--> statement-breakpoint
DROP TRIGGER coach_profiles_photo_replaced ON coach_profiles;
--> statement-breakpoint
DROP TRIGGER coach_profiles_photo_deleted ON coach_profiles;
--> statement-breakpoint
DROP FUNCTION record_ended_relationship();
--> statement-breakpoint
DROP FUNCTION forget_health();
--> statement-breakpoint
DROP FUNCTION rename_sessions();
--> statement-breakpoint
DROP FUNCTION release_photo();
--> statement-breakpoint
-- As before, in one tenant.
DROP FUNCTION forget_files();
--> statement-breakpoint
CREATE FUNCTION forget_files(of_coach uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  WITH gone AS (
    DELETE FROM message_attachments a USING files f
    WHERE a.coach_id = of_coach AND f.coach_id = of_coach AND f.id = a.file_id AND f.attached_at IS NULL
      AND f.status = 'pending' AND f.created_at = 'epoch'
    RETURNING a.message_id
  )
  UPDATE messages m SET body = 'This file was deleted with its account.' FROM gone
  WHERE m.coach_id = of_coach AND m.id = gone.message_id AND m.body = '';
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION forget_files(uuid) FROM PUBLIC;
--> statement-breakpoint
-- As before, with the events and names that triggers took care of.
CREATE OR REPLACE FUNCTION delete_own_account()
 RETURNS TABLE(outcome text, freed_coaches uuid[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
DECLARE
  me uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  own record;
  freed uuid[] := '{}';
BEGIN
  IF me IS NULL OR current_setting('app.role', true) <> 'user' THEN
    RAISE EXCEPTION 'only a person deletes their own account' USING ERRCODE = '42501';
  END IF;
  -- Of two requests at once the second finds no account.
  PERFORM 1 FROM users WHERE id = me FOR UPDATE;
  IF NOT EXISTS (SELECT 1 FROM accounts WHERE user_id = me) THEN
    RETURN QUERY SELECT 'gone', '{}'::uuid[];
    RETURN;
  END IF;
  IF EXISTS (SELECT 1 FROM subscriptions WHERE user_id = me AND NOT cancel_at_period_end
    AND status NOT IN ('canceled', 'incomplete_expired')) THEN
    RETURN QUERY SELECT 'subscribed', '{}'::uuid[];
    RETURN;
  END IF;

  -- As a client of others.
  FOR own IN SELECT o.coach_id, o.client_id, o.status FROM coachings o WHERE o.user_id = me
    ORDER BY o.coach_id, o.client_id LOOP
    IF own.status IN ('active', 'paused') THEN
      freed := freed || own.coach_id;
      INSERT INTO notifications (user_id, id, type, title, message, metadata)
      VALUES (own.coach_id, gen_random_uuid(), 'coaching_ended', 'A client left',
        'A client deleted their account. Their history stays with you, without their name.',
        json_build_object('coach_id', own.coach_id)::jsonb);
    END IF;
    DELETE FROM notifications WHERE user_id = own.coach_id AND metadata ->> 'client_id' = own.client_id::text;
    UPDATE coach_sessions SET client_name = 'Former client'
    WHERE coach_id = own.coach_id AND client_id = own.client_id;
    UPDATE session_series SET client_name = 'Former client'
    WHERE coach_id = own.coach_id AND client_id = own.client_id AND NOT ended;
    DELETE FROM invitations WHERE coach_id = own.coach_id AND client_id = own.client_id;
    -- A picture shows who a person is, no matter who took it. Once the coach has gone as well, no reader is left.
    UPDATE files SET attached_at = NULL, status = 'pending', created_at = 'epoch'
    WHERE coach_id = own.coach_id AND client_id = own.client_id AND (uploaded_by = me
      OR purpose IN ('photo', 'avatar') OR NOT EXISTS (SELECT 1 FROM accounts a WHERE a.user_id = own.coach_id));
    UPDATE check_ins c SET answers = (
      SELECT coalesce(jsonb_object_agg(one.key, one.value), '{}') FROM jsonb_each(c.answers) one
      WHERE NOT jsonb_path_exists(one.value, '$[*].fileId'))
    WHERE c.coach_id = own.coach_id AND c.client_id = own.client_id
      AND jsonb_path_exists(c.answers, '$.*[*].fileId');
    DELETE FROM health_screens WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM consents WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM client_records WHERE coach_id = own.coach_id AND client_id = own.client_id;
    IF own.status <> 'ended' THEN
      INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at)
      VALUES (own.coach_id, gen_random_uuid(), own.client_id, 'relationship.ended', own.client_id, 'client', now());
    END IF;
    PERFORM forget_files(own.coach_id);
    UPDATE client_coach_relationships SET status = 'ended', person_id = NULL, full_name = 'Former client',
      email = 'former-' || client_id || '@deleted.invalid', photo_id = NULL
    WHERE coach_id = own.coach_id AND client_id = own.client_id;
  END LOOP;
  UPDATE coachings SET user_id = NULL, status = 'ended', photo_id = NULL WHERE user_id = me;
  DELETE FROM current_coaches WHERE user_id = me;
  DELETE FROM verifications WHERE value = me::text;

  IF NOT EXISTS (SELECT 1 FROM coaches WHERE id = me) THEN
    DELETE FROM users WHERE id = me;
    RETURN QUERY SELECT 'deleted', freed;
    RETURN;
  END IF;

  -- As a coach: clients keep reading their own history, so the tenant stays, without its owner and their own notes.
  INSERT INTO notifications (user_id, id, type, title, message, metadata)
  SELECT r.person_id, gen_random_uuid(), 'coaching_ended', 'Your coaching has ended',
    'Your coach has left. Everything you did together stays here for you to read.',
    json_build_object('coach_id', me, 'client_id', r.client_id)::jsonb
  FROM client_coach_relationships r WHERE r.coach_id = me AND r.status IN ('active', 'paused') AND r.person_id IS NOT NULL;
  DELETE FROM invitations WHERE coach_id = me;
  -- For the clients, another coaching that continues takes the place of this one.
  UPDATE current_coaches p SET coach_id = other.coach_id FROM (
    SELECT DISTINCT ON (c.user_id) c.user_id, c.coach_id
    FROM coachings mine JOIN coachings c ON c.user_id = mine.user_id
    WHERE mine.coach_id = me AND mine.status IN ('active', 'paused') AND c.coach_id <> me
      AND c.status IN ('active', 'paused')
    ORDER BY c.user_id, c.accepted_at DESC
  ) other WHERE p.user_id = other.user_id AND p.coach_id = me;
  DELETE FROM current_coaches p USING coachings mine
  WHERE mine.coach_id = me AND mine.status IN ('active', 'paused') AND p.user_id = mine.user_id AND p.coach_id = me;
  INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at)
  SELECT me, gen_random_uuid(), r.client_id, 'relationship.ended', r.client_id, 'coach', now()
  FROM client_coach_relationships r WHERE r.coach_id = me AND r.status <> 'ended';
  UPDATE session_series SET client_name = 'Former client' FROM client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND session_series.coach_id = me
    AND session_series.client_id = r.client_id AND NOT session_series.ended;
  UPDATE client_coach_relationships SET status = 'ended' WHERE coach_id = me;
  -- Of clients without an account, about whom no reader is left.
  UPDATE files f SET attached_at = NULL, status = 'pending', created_at = 'epoch' FROM client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND f.coach_id = me AND f.client_id = r.client_id;
  DELETE FROM health_screens h USING client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND h.coach_id = me AND h.client_id = r.client_id;
  DELETE FROM consents c USING client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND c.coach_id = me AND c.client_id = r.client_id;
  DELETE FROM client_records d USING client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND d.coach_id = me AND d.client_id = r.client_id;
  UPDATE client_coach_relationships SET full_name = 'Former client', goal = NULL,
    email = 'former-' || client_id || '@deleted.invalid', photo_id = NULL
  WHERE coach_id = me AND person_id IS NULL;
  UPDATE coachings SET status = 'ended', invited_email = NULL, invited_until = NULL,
    photo_id = CASE WHEN user_id IS NOT NULL THEN photo_id END
  WHERE coach_id = me;
  DELETE FROM leads WHERE coach_id = me;
  DELETE FROM ledger_entries WHERE coach_id = me;
  DELETE FROM client_metrics WHERE coach_id = me;
  DELETE FROM pipeline_metrics WHERE coach_id = me;
  DELETE FROM dismissed_follow_ups WHERE coach_id = me;
  DELETE FROM coach_profiles WHERE coach_id = me;
  UPDATE files SET attached_at = NULL, status = 'pending', created_at = 'epoch' WHERE coach_id = me AND client_id IS NULL;
  PERFORM forget_files(me);
  DELETE FROM client_notes WHERE coach_id = me;
  DELETE FROM check_in_quick_replies WHERE coach_id = me;
  DELETE FROM coach_availability WHERE coach_id = me;
  DELETE FROM coach_setups WHERE coach_id = me;
  DELETE FROM coach_sessions WHERE coach_id = me AND session_date > now();
  UPDATE coaches SET full_name = 'Former coach', status = 'suspended' WHERE id = me;
  DELETE FROM clients WHERE id = me;
  DELETE FROM user_roles WHERE user_id = me;
  DELETE FROM notification_mails WHERE user_id = me;
  DELETE FROM notification_preferences WHERE user_id = me;
  DELETE FROM notifications WHERE user_id = me;
  DELETE FROM preferences WHERE user_id = me;
  DELETE FROM two_factors WHERE user_id = me;
  DELETE FROM accounts WHERE user_id = me;
  DELETE FROM sessions WHERE user_id = me;
  UPDATE users SET email = 'deleted-' || id || '@deleted.invalid', full_name = 'Former coach', image = NULL,
    email_verified = false, two_factor_enabled = false, plan = NULL, plan_intent = NULL
  WHERE id = me;
  RETURN QUERY SELECT 'deleted', freed;
END $$;
--> statement-breakpoint
-- The services note check-ins and what clients tell of themselves.
DROP TRIGGER note_check_ins_added ON check_ins;
--> statement-breakpoint
DROP TRIGGER note_check_ins_edited ON check_ins;
--> statement-breakpoint
DROP TRIGGER note_check_ins_removed ON check_ins;
--> statement-breakpoint
DROP FUNCTION note_check_ins();
--> statement-breakpoint
DROP FUNCTION note_own_onboarding(text, boolean);
--> statement-breakpoint
DROP FUNCTION show_own_photo(uuid);
--> statement-breakpoint
-- As before, from the directory and in one tenant at a time. The scope is read before any table.
CREATE OR REPLACE FUNCTION booking_people() RETURNS TABLE (person_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  role text := coalesce(current_setting('app.role', true), '');
  coach uuid := nullif(current_setting('app.coach_id', true), '')::uuid;
  client uuid := nullif(current_setting('app.client_id', true), '')::uuid;
  person uuid := nullif(current_setting('app.user_id', true), '')::uuid;
BEGIN
  IF NOT (role = 'coach' AND coach = person OR role = 'client' AND EXISTS (
    SELECT FROM coachings o WHERE o.coach_id = coach AND o.client_id = client AND o.user_id = person
      AND o.status IN ('active', 'paused')
  )) THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT o.user_id FROM coachings o
  WHERE o.coach_id = coach AND o.status = 'active' AND o.user_id IS NOT NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION busy_times(since timestamptz, until timestamptz, except_id uuid)
RETURNS TABLE (session_date timestamptz, minutes integer, buffer_before integer, buffer_after integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  role text := coalesce(current_setting('app.role', true), '');
  coach uuid := nullif(current_setting('app.coach_id', true), '')::uuid;
  client uuid := nullif(current_setting('app.client_id', true), '')::uuid;
  person uuid := nullif(current_setting('app.user_id', true), '')::uuid;
BEGIN
  IF role <> 'client' OR NOT EXISTS (
    SELECT FROM coachings o WHERE o.coach_id = coach AND o.client_id = client AND o.user_id = person
      AND o.status IN ('active', 'paused')
  ) THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT s.session_date, s.minutes, s.buffer_before, s.buffer_after FROM coach_sessions s
  WHERE s.coach_id = coach AND s.session_date >= since AND s.session_date < until AND s.cancelled_at IS NULL
    AND s.id IS DISTINCT FROM except_id;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION time_zone_of_client(client uuid) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  role text := coalesce(current_setting('app.role', true), '');
  coach uuid := nullif(current_setting('app.coach_id', true), '')::uuid;
BEGIN
  IF role <> 'coach'
    AND NOT (role = 'client' AND client = nullif(current_setting('app.client_id', true), '')::uuid) THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT p.time_zone FROM coachings o JOIN preferences p ON p.user_id = o.user_id
    WHERE o.coach_id = coach AND o.client_id = client AND o.status IN ('active', 'paused'));
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION is_mail_wanted(client uuid, kind text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  role text := coalesce(current_setting('app.role', true), '');
  coach uuid := nullif(current_setting('app.coach_id', true), '')::uuid;
BEGIN
  IF role <> 'coach'
    AND NOT (role = 'client' AND client = nullif(current_setting('app.client_id', true), '')::uuid) THEN
    RETURN true;
  END IF;
  RETURN coalesce((SELECT p.enabled FROM coachings o JOIN notification_preferences p ON p.user_id = o.user_id
    WHERE o.coach_id = coach AND o.client_id = client AND p.type = kind AND p.channel = 'mail'), true);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION is_relationship_covered(coach uuid, client uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  role text := coalesce(current_setting('app.role', true), '');
  cap integer;
BEGIN
  IF coach IS DISTINCT FROM nullif(current_setting('app.coach_id', true), '')::uuid OR role <> 'coach'
    AND NOT (role = 'client' AND client IS NOT DISTINCT FROM nullif(current_setting('app.client_id', true), '')::uuid) THEN
    RETURN false;
  END IF;
  SELECT plan_client_cap(u.plan, ur.role) INTO cap
  FROM coaches c JOIN users u ON u.id = c.user_id LEFT JOIN user_roles ur ON ur.user_id = u.id WHERE c.id = coach;
  RETURN EXISTS (
    SELECT FROM (
      SELECT r.client_id FROM client_coach_relationships r
      WHERE r.coach_id = coach AND r.status IN ('invited', 'active', 'paused')
      ORDER BY coalesce(r.accepted_at, r.created_at), r.client_id
      -- No limit at all is what null would mean here.
      LIMIT coalesce(cap, 0)
    ) covered WHERE covered.client_id = client
  );
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION own_check_in_drafts()
RETURNS TABLE (coach_id uuid, coach_name text, id uuid, template_id uuid, version integer, answers jsonb,
  saved_at timestamptz, form_name text, questions jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  person uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  draft record;
BEGIN
  IF current_setting('app.role', true) IS DISTINCT FROM 'user' THEN RETURN; END IF;
  FOR draft IN
    SELECT d.*, c.full_name
    FROM check_in_drafts d JOIN coaches c ON c.id = d.coach_id
    WHERE d.user_id = person AND EXISTS (
      SELECT FROM coachings o WHERE o.coach_id = d.coach_id AND o.user_id = person
    )
    ORDER BY d.saved_at DESC
  LOOP
    CONTINUE WHEN EXISTS (SELECT FROM check_ins s WHERE s.coach_id = draft.coach_id AND s.id = draft.id
      AND s.client_id IN (SELECT o.client_id FROM coachings o WHERE o.coach_id = draft.coach_id AND o.user_id = person));
    SELECT t.name, v.questions INTO form_name, questions
    FROM check_in_template_versions v
    LEFT JOIN check_in_templates t ON t.coach_id = draft.coach_id AND t.id = draft.template_id
    WHERE v.coach_id = draft.coach_id AND v.template_id = draft.template_id AND v.version = draft.version;
    coach_id := draft.coach_id;
    coach_name := draft.full_name;
    id := draft.id;
    template_id := draft.template_id;
    version := draft.version;
    answers := draft.answers;
    saved_at := draft.saved_at;
    RETURN NEXT;
  END LOOP;
END $$;
--> statement-breakpoint
-- Services change the answers of a check-in in the scope of its client alone.
DROP TRIGGER check_ins_answers_kept ON check_ins;
--> statement-breakpoint
DROP FUNCTION keep_answers();
