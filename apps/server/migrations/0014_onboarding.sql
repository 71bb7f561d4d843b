CREATE TABLE "coach_setups" (
	"coach_id" uuid PRIMARY KEY NOT NULL,
	"step" text DEFAULT 'profile' NOT NULL,
	"dismissed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "coach_setups_step_check" CHECK (step in ('profile', 'photo', 'specialities', 'certifications', 'availability', 'template', 'invite', 'done'))
);
--> statement-breakpoint
ALTER TABLE "coach_setups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "consents" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"given_by" text NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "consents_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "consents_by_check" CHECK (given_by in ('coach', 'client')),
	CONSTRAINT "consents_confirmed_check" CHECK (given_by = 'coach' or confirmed_at is not null)
);
--> statement-breakpoint
ALTER TABLE "consents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "health_screens" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"answered_by" text NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "health_screens_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "health_screens_by_check" CHECK (answered_by in ('coach', 'client')),
	CONSTRAINT "health_screens_confirmed_check" CHECK (answered_by = 'coach' or confirmed_at is not null)
);
--> statement-breakpoint
ALTER TABLE "health_screens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "onboardings" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"step" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "onboardings_coach_id_client_id_pk" PRIMARY KEY("coach_id","client_id"),
	CONSTRAINT "onboardings_step_check" CHECK (step in ('start', 'health', 'goal', 'diet', 'measurements', 'photo', 'availability', 'review'))
);
--> statement-breakpoint
ALTER TABLE "onboardings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "client_events" DROP CONSTRAINT "client_events_kind_check";--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_purpose_check";--> statement-breakpoint
ALTER TABLE "notification_mails" DROP CONSTRAINT "notification_mails_type_check";--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_type_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "files" ALTER COLUMN "client_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_profiles" ADD COLUMN "photo_file_id" uuid;--> statement-breakpoint
ALTER TABLE "coach_setups" ADD CONSTRAINT "coach_setups_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "health_screens" ADD CONSTRAINT "health_screens_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboardings" ADD CONSTRAINT "onboardings_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_newest_index" ON "consents" USING btree ("coach_id","client_id","given_at");--> statement-breakpoint
CREATE INDEX "health_screens_newest_index" ON "health_screens" USING btree ("coach_id","client_id","answered_at");--> statement-breakpoint
ALTER TABLE "clients" DROP COLUMN "avatar";--> statement-breakpoint
ALTER TABLE "client_events" ADD CONSTRAINT "client_events_kind_check" CHECK (kind in ('added', 'invited', 'accepted', 'paused', 'resumed', 'archived', 'revoked', 'restored', 'ended', 'record_edited', 'onboarding_completed'));--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_check" CHECK ((purpose = 'coach_photo') = (client_id is null));--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_purpose_check" CHECK (purpose in ('message', 'photo', 'avatar', 'coach_photo'));--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed'));--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed'));--> statement-breakpoint
CREATE POLICY "client_events_client" ON "client_events" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and client_events.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_events.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = client_events.coach_id
  and r.client_id = client_events.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and actor = 'client' and kind in ('record_edited', 'onboarding_completed'));--> statement-breakpoint
CREATE POLICY "files_coach_photo_read" ON "files" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id is null
  and attached_at is not null and exists (select 1 from client_coach_relationships r where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
  and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid and r.status in ('active', 'paused')));--> statement-breakpoint
CREATE POLICY "coach_setups_own" ON "coach_setups" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "consents_coach_read" ON "consents" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "consents_coach_insert" ON "consents" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and given_by = 'coach' and confirmed_at is null and exists (select 1 from client_coach_relationships r
  where r.coach_id = consents.coach_id and r.client_id = consents.client_id and r.status in ('invited', 'active', 'paused')) and withdrawn_at is null);--> statement-breakpoint
CREATE POLICY "consents_client_read" ON "consents" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and consents.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and consents.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = consents.coach_id
  and r.client_id = consents.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "consents_client_insert" ON "consents" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and consents.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and consents.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = consents.coach_id
  and r.client_id = consents.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and given_by = 'client');--> statement-breakpoint
CREATE POLICY "consents_client_update" ON "consents" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and consents.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and consents.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = consents.coach_id
  and r.client_id = consents.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused', 'archived', 'ended'))) WITH CHECK (current_setting('app.role', true) = 'client' and consents.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and consents.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = consents.coach_id
  and r.client_id = consents.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "health_screens_coach_read" ON "health_screens" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "health_screens_coach_insert" ON "health_screens" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and answered_by = 'coach' and confirmed_at is null and exists (select 1 from client_coach_relationships r
  where r.coach_id = health_screens.coach_id and r.client_id = health_screens.client_id and r.status in ('invited', 'active', 'paused')));--> statement-breakpoint
CREATE POLICY "health_screens_client_read" ON "health_screens" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and health_screens.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and health_screens.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = health_screens.coach_id
  and r.client_id = health_screens.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "health_screens_client_insert" ON "health_screens" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and health_screens.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and health_screens.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = health_screens.coach_id
  and r.client_id = health_screens.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and answered_by = 'client');--> statement-breakpoint
CREATE POLICY "health_screens_client_confirm" ON "health_screens" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and health_screens.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and health_screens.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = health_screens.coach_id
  and r.client_id = health_screens.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused'))) WITH CHECK (current_setting('app.role', true) = 'client' and health_screens.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and health_screens.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = health_screens.coach_id
  and r.client_id = health_screens.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')));--> statement-breakpoint
CREATE POLICY "health_screens_client_delete" ON "health_screens" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and health_screens.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and health_screens.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = health_screens.coach_id
  and r.client_id = health_screens.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "onboardings_coach" ON "onboardings" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "onboardings_client_read" ON "onboardings" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and onboardings.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and onboardings.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = onboardings.coach_id
  and r.client_id = onboardings.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "onboardings_client_insert" ON "onboardings" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and onboardings.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and onboardings.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = onboardings.coach_id
  and r.client_id = onboardings.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')));--> statement-breakpoint
CREATE POLICY "onboardings_client_update" ON "onboardings" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and onboardings.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and onboardings.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = onboardings.coach_id
  and r.client_id = onboardings.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused'))) WITH CHECK (current_setting('app.role', true) = 'client' and onboardings.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and onboardings.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = onboardings.coach_id
  and r.client_id = onboardings.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')));--> statement-breakpoint
ALTER POLICY "files_coach_insert" ON "files" TO stridewell_app WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and uploaded_by = nullif(current_setting('app.user_id', true), '')::uuid and (client_id is null or exists (select 1 from client_coach_relationships r
  where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and r.client_id = files.client_id and r.status in ('active', 'paused'))));
--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON onboardings, coach_setups TO stridewell_app;
--> statement-breakpoint
-- What was answered stays as it was answered; it is confirmed, or goes.
GRANT SELECT, INSERT, DELETE, UPDATE (confirmed_at) ON health_screens TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (confirmed_at, withdrawn_at) ON consents TO stridewell_app;
--> statement-breakpoint
ALTER TABLE coach_profiles ADD CONSTRAINT coach_profiles_photo_fk
  FOREIGN KEY (coach_id, photo_file_id) REFERENCES files (coach_id, id);
--> statement-breakpoint
-- A client writes two columns of their relationship and no other, which policies cannot say.
CREATE FUNCTION note_own_onboarding(told_goal text, finished boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  was boolean;
BEGIN
  IF current_setting('app.role', true) IS DISTINCT FROM 'client' THEN
    RAISE EXCEPTION 'only a client tells of themselves' USING ERRCODE = '42501';
  END IF;
  SELECT onboarding_completed INTO was FROM client_coach_relationships
  WHERE coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
    AND client_id = nullif(current_setting('app.client_id', true), '')::uuid
    AND person_id = nullif(current_setting('app.user_id', true), '')::uuid
    AND status IN ('active', 'paused')
  FOR UPDATE;
  IF was IS NULL THEN
    RAISE EXCEPTION 'only a current client tells of themselves' USING ERRCODE = '42501';
  END IF;
  UPDATE client_coach_relationships
  SET goal = CASE WHEN told_goal IS NULL THEN goal ELSE nullif(told_goal, '') END,
    onboarding_completed = was OR finished
  WHERE coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
    AND client_id = nullif(current_setting('app.client_id', true), '')::uuid;
  RETURN finished AND NOT was;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION note_own_onboarding(text, boolean) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION note_own_onboarding(text, boolean) TO stridewell_app;
--> statement-breakpoint
-- Who deletes their account takes along what they told about their health.
CREATE FUNCTION forget_health() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  DELETE FROM health_screens WHERE coach_id = NEW.coach_id AND client_id = NEW.client_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION forget_health() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER relationships_forget_health AFTER UPDATE OF person_id ON client_coach_relationships
FOR EACH ROW WHEN (OLD.person_id IS NOT NULL AND NEW.person_id IS NULL) EXECUTE FUNCTION forget_health();
--> statement-breakpoint
-- A client shows a photo that they uploaded for it, or none.
CREATE FUNCTION show_own_photo(file uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  coach uuid := nullif(current_setting('app.coach_id', true), '')::uuid;
  client uuid := nullif(current_setting('app.client_id', true), '')::uuid;
  person uuid := nullif(current_setting('app.user_id', true), '')::uuid;
BEGIN
  IF file IS NOT NULL AND NOT EXISTS (
    SELECT FROM files f WHERE f.coach_id = coach AND f.id = file AND f.client_id = client AND f.uploaded_by = person
      AND f.purpose = 'avatar' AND f.attached_at IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'only a photo of their own' USING ERRCODE = '42501';
  END IF;
  UPDATE client_coach_relationships SET photo_id = file
  WHERE current_setting('app.role', true) = 'client' AND coach_id = coach AND client_id = client
    AND person_id = person AND status IN ('active', 'paused');
  IF NOT FOUND THEN
    RAISE EXCEPTION 'only a current client shows a photo' USING ERRCODE = '42501';
  END IF;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION show_own_photo(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION show_own_photo(uuid) TO stridewell_app;
--> statement-breakpoint
-- A photo that is shown no more goes with what nobody uses, whoever uploaded it.
CREATE FUNCTION release_photo() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  UPDATE files SET attached_at = NULL
  WHERE coach_id = OLD.coach_id AND id = (to_jsonb(OLD) ->> TG_ARGV[0])::uuid;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION release_photo() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER coach_profiles_photo_replaced AFTER UPDATE OF photo_file_id ON coach_profiles
FOR EACH ROW WHEN (OLD.photo_file_id IS DISTINCT FROM NEW.photo_file_id) EXECUTE FUNCTION release_photo('photo_file_id');
--> statement-breakpoint
CREATE TRIGGER coach_profiles_photo_deleted AFTER DELETE ON coach_profiles
FOR EACH ROW WHEN (OLD.photo_file_id IS NOT NULL) EXECUTE FUNCTION release_photo('photo_file_id');
--> statement-breakpoint
CREATE TRIGGER relationships_photo_replaced AFTER UPDATE OF photo_id ON client_coach_relationships
FOR EACH ROW WHEN (OLD.photo_id IS DISTINCT FROM NEW.photo_id) EXECUTE FUNCTION release_photo('photo_id');
