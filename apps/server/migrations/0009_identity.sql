CREATE TABLE "coach_profiles" (
	"coach_id" uuid PRIMARY KEY NOT NULL,
	"headline" text DEFAULT '' NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"specialities" text[] DEFAULT '{}' NOT NULL,
	"certifications" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"years_of_experience" integer,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"instagram" text DEFAULT '' NOT NULL,
	CONSTRAINT "coach_profiles_years_check" CHECK (years_of_experience between 0 and 70)
);
--> statement-breakpoint
ALTER TABLE "coach_profiles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	CONSTRAINT "two_factors_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "two_factors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_mails" DROP CONSTRAINT "notification_mails_type_check";--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_type_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "two_factor_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_profiles" ADD CONSTRAINT "coach_profiles_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder'));--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder'));--> statement-breakpoint
CREATE POLICY "clients_identity_read" ON "clients" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_identity');--> statement-breakpoint
CREATE POLICY "clients_identity" ON "clients" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_identity') WITH CHECK (current_setting('app.role', true) = 'system_identity');--> statement-breakpoint
CREATE POLICY "relationships_identity_read" ON "client_coach_relationships" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_identity');--> statement-breakpoint
CREATE POLICY "relationships_identity" ON "client_coach_relationships" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_identity') WITH CHECK (current_setting('app.role', true) = 'system_identity');--> statement-breakpoint
CREATE POLICY "relationships_leave" ON "client_coach_relationships" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and person_id = nullif(current_setting('app.user_id', true), '')::uuid and status in ('active', 'paused')) WITH CHECK (current_setting('app.role', true) = 'client' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and person_id = nullif(current_setting('app.user_id', true), '')::uuid and status = 'ended');--> statement-breakpoint
CREATE POLICY "preferences_identity" ON "preferences" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_identity') WITH CHECK (current_setting('app.role', true) = 'system_identity');--> statement-breakpoint
CREATE POLICY "coach_profiles_own" ON "coach_profiles" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "coach_profiles_client" ON "coach_profiles" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and exists (select 1 from client_coach_relationships r
      where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
      and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "two_factors_auth_library" ON "two_factors" AS PERMISSIVE FOR ALL TO "stridewell_auth" USING (true) WITH CHECK (true);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON two_factors TO stridewell_auth;
--> statement-breakpoint
GRANT UPDATE (two_factor_enabled) ON users TO stridewell_auth;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON coach_profiles TO stridewell_app;
--> statement-breakpoint
-- Deletes the person in scope, in one step and for good. Runs with the owner's rights, because it reaches what no role of
-- the server may: sessions and secrets, and names in the tenants of others. It takes no id, so nobody else can be named.
-- What a coach and a client made together stays with the one who is left, without the name of the one who went.
CREATE FUNCTION delete_own_account() RETURNS TABLE (outcome text, freed_coaches uuid[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  freed uuid[];
BEGIN
  IF me IS NULL OR current_setting('app.role', true) <> 'user' THEN
    RAISE EXCEPTION 'only a person deletes their own account' USING ERRCODE = '42501';
  END IF;
  -- Of two requests at once the second finds nobody.
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
  SELECT coalesce(array_agg(r.coach_id), '{}') INTO freed FROM client_coach_relationships r
  WHERE r.person_id = me AND r.status IN ('active', 'paused');
  INSERT INTO notifications (user_id, id, type, title, message, metadata)
  SELECT coach, gen_random_uuid(), 'coaching_ended', 'A client left',
    'A client deleted their account. Their history stays with you, without their name.',
    json_build_object('coach_id', coach)::jsonb
  FROM unnest(freed) coach;
  DELETE FROM notifications n USING client_coach_relationships r
  WHERE r.person_id = me AND n.user_id = r.coach_id AND n.metadata ->> 'client_id' = r.client_id::text;
  UPDATE coach_sessions s SET client_name = 'Former client' FROM client_coach_relationships r
  WHERE r.person_id = me AND s.coach_id = r.coach_id AND s.client_id = r.client_id;
  DELETE FROM invitations i USING client_coach_relationships r
  WHERE r.person_id = me AND i.coach_id = r.coach_id AND i.client_id = r.client_id;
  UPDATE client_coach_relationships SET status = 'ended', person_id = NULL, full_name = 'Former client',
    email = 'former-' || client_id || '@deleted.invalid'
  WHERE person_id = me;
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
  UPDATE client_coach_relationships SET status = 'ended' WHERE coach_id = me;
  UPDATE client_coach_relationships SET full_name = 'Former client', goal = NULL,
    email = 'former-' || client_id || '@deleted.invalid'
  WHERE coach_id = me AND person_id IS NULL;
  DELETE FROM leads WHERE coach_id = me;
  DELETE FROM ledger_entries WHERE coach_id = me;
  DELETE FROM client_metrics WHERE coach_id = me;
  DELETE FROM pipeline_metrics WHERE coach_id = me;
  DELETE FROM dismissed_follow_ups WHERE coach_id = me;
  DELETE FROM coach_profiles WHERE coach_id = me;
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
REVOKE ALL ON FUNCTION delete_own_account() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION delete_own_account() TO stridewell_app;
