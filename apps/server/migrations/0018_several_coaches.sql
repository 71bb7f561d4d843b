CREATE TABLE "current_coaches" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"coach_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "current_coaches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "current_coaches" ADD CONSTRAINT "current_coaches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "current_coaches" ADD CONSTRAINT "current_coaches_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "current_coaches_own" ON "current_coaches" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'user' and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'user' and user_id = nullif(current_setting('app.user_id', true), '')::uuid);
--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON current_coaches TO stridewell_app;
--> statement-breakpoint
-- The coachings of a person, the current one first: the one they chose, else an active one before a former one, the
-- newest first. For the functions below, into which it is expanded, because a person reads each tenant in its own scope.
CREATE FUNCTION coachings_of(person uuid)
RETURNS TABLE (coach_id uuid, client_id uuid, coach_name text, status text, time_zone text, photo_id uuid)
LANGUAGE sql STABLE AS $$
  SELECT r.coach_id, r.client_id, c.full_name, r.status, c.time_zone, r.photo_id
  FROM public.client_coach_relationships r JOIN public.coaches c ON c.id = r.coach_id
  WHERE r.person_id = person
  ORDER BY ((SELECT p.coach_id FROM public.current_coaches p WHERE p.user_id = person) = r.coach_id) IS TRUE DESC,
    (r.status IN ('active', 'paused')) DESC, r.accepted_at DESC
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION coachings_of(uuid) FROM PUBLIC;
--> statement-breakpoint
CREATE FUNCTION own_coachings()
RETURNS TABLE (coach_id uuid, client_id uuid, coach_name text, status text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT o.coach_id, o.client_id, o.coach_name, o.status FROM coachings_of(nullif(current_setting('app.user_id', true), '')::uuid) o
  WHERE current_setting('app.role', true) = 'user'
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION own_coachings() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION own_coachings() TO stridewell_app;
--> statement-breakpoint
-- Whoever accepts an invitation has chosen that coach; when that coaching ends, another that goes on takes its place.
CREATE FUNCTION follow_coaching() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF NEW.status IN ('active', 'paused') THEN
    INSERT INTO current_coaches VALUES (NEW.person_id, NEW.coach_id)
    ON CONFLICT (user_id) DO UPDATE SET coach_id = NEW.coach_id;
    RETURN NULL;
  END IF;
  DELETE FROM current_coaches WHERE user_id = NEW.person_id AND coach_id = NEW.coach_id;
  IF FOUND THEN
    INSERT INTO current_coaches
    SELECT r.person_id, r.coach_id FROM client_coach_relationships r
    WHERE r.person_id = NEW.person_id AND r.status IN ('active', 'paused') ORDER BY r.accepted_at DESC LIMIT 1;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER follow_coaching AFTER UPDATE OF status ON client_coach_relationships FOR EACH ROW
WHEN (NEW.person_id IS NOT NULL AND (
  (OLD.status = 'invited' AND NEW.status <> 'invited')
  OR (OLD.status IN ('active', 'paused') AND NEW.status IN ('archived', 'ended'))))
EXECUTE FUNCTION follow_coaching();
--> statement-breakpoint
-- As before, and for somebody with several coaches as the client of the one that is named.
DROP FUNCTION resolve_session(text);
--> statement-breakpoint
CREATE FUNCTION resolve_session(token_digest text, named_coach text)
RETURNS TABLE (
  session_id uuid, expires_at timestamptz, user_id uuid, email text, email_verified boolean, full_name text, image text,
  role text, plan text, included_clients integer, is_demo boolean, stripe_customer_id text, subscription_status text,
  grace_until timestamptz, coach_status text, coach_name text, coach_time_zone text, coach_currency text,
  relationship_coach_id uuid, relationship_client_id uuid, relationship_status text, relationship_coach_name text,
  relationship_time_zone text, relationship_photo_id uuid, unit_system text, time_zone text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT s.id, s.expires_at, u.id, u.email, u.email_verified, u.full_name, u.image,
    ur.role, u.plan, u.included_clients, u.is_demo, u.stripe_customer_id, u.subscription_status, u.grace_until,
    c.status, c.full_name, c.time_zone, c.currency,
    r.coach_id, r.client_id, r.status, r.coach_name, r.time_zone, r.photo_id,
    coalesce(p.unit_system, 'metric'), coalesce(p.time_zone, 'America/Los_Angeles')
  FROM sessions s
  JOIN users u ON u.id = s.user_id
  LEFT JOIN user_roles ur ON ur.user_id = u.id
  LEFT JOIN coaches c ON c.user_id = u.id
  LEFT JOIN preferences p ON p.user_id = u.id
  LEFT JOIN LATERAL (
    SELECT * FROM coachings_of(u.id) o WHERE named_coach IS NULL OR o.coach_id::text = named_coach LIMIT 1
  ) r ON true
  WHERE s.token = token_digest
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION resolve_session(text, text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION resolve_session(text, text) TO stridewell_app;
