ALTER TABLE "check_in_drafts" DROP CONSTRAINT "check_in_drafts_user_id_coach_id_pk";--> statement-breakpoint
ALTER TABLE "check_in_drafts" ADD CONSTRAINT "check_in_drafts_coach_id_user_id_pk" PRIMARY KEY("coach_id","user_id");--> statement-breakpoint
ALTER TABLE "coachings" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "check_in_drafts_user_index" ON "check_in_drafts" USING btree ("user_id");--> statement-breakpoint
-- by hand
INSERT INTO coachings (coach_id, client_id, status, created_at)
SELECT r.coach_id, r.client_id, r.status, r.created_at FROM client_coach_relationships r
ON CONFLICT (coach_id, client_id) DO UPDATE SET created_at = excluded.created_at;
--> statement-breakpoint
-- From the directory, for `resolve_session` alone. Others learn it from the scope, or count the clients of the coach.
CREATE OR REPLACE FUNCTION is_relationship_covered(coach uuid, client uuid) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE
  cap integer;
BEGIN
  SELECT public.plan_client_cap(u.plan, ur.role) INTO cap
  FROM public.users u LEFT JOIN public.user_roles ur ON ur.user_id = u.id WHERE u.id = coach;
  RETURN EXISTS (
    SELECT FROM (
      SELECT o.client_id FROM public.coachings o
      WHERE o.coach_id = coach AND o.status IN ('invited', 'active', 'paused')
      ORDER BY coalesce(o.accepted_at, o.created_at), o.client_id
      -- No limit at all is what null would mean here.
      LIMIT coalesce(cap, 0)
    ) covered WHERE covered.client_id = client
  );
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION is_relationship_covered(uuid, uuid) FROM stridewell_app;
--> statement-breakpoint
-- As before, and whether the coach's plan covers the client. In PL/pgSQL, which keeps the plan of its query: a cluster
-- refuses parameters in SQL functions over tables that it holds.
DROP FUNCTION resolve_session(text, text);
--> statement-breakpoint
CREATE FUNCTION resolve_session(token_digest text, named_coach text)
RETURNS TABLE (
  session_id uuid, expires_at timestamptz, user_id uuid, email text, email_verified boolean, full_name text, image text,
  role text, plan text, included_clients integer, is_demo boolean, stripe_customer_id text, subscription_status text,
  grace_until timestamptz, coach_status text, coach_name text, coach_time_zone text, coach_currency text,
  relationship_coach_id uuid, relationship_client_id uuid, relationship_status text, relationship_coach_name text,
  relationship_time_zone text, relationship_photo_id uuid, relationship_covered boolean, unit_system text,
  time_zone text
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
-- Every request calls it, and planning costs more than the query.
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY SELECT s.id, s.expires_at::timestamptz, u.id, u.email, u.email_verified, u.full_name, u.image,
    ur.role, u.plan, u.included_clients, u.is_demo, u.stripe_customer_id, u.subscription_status,
    u.grace_until::timestamptz, c.status, c.full_name, c.time_zone, c.currency,
    r.coach_id, r.client_id, r.status, r.full_name, r.time_zone, r.photo_id,
    CASE WHEN r.status IN ('active', 'paused') THEN is_relationship_covered(r.coach_id, r.client_id) ELSE false END,
    coalesce(p.unit_system, 'metric'), coalesce(p.time_zone, 'America/Los_Angeles')
  FROM sessions s
  JOIN users u ON u.id = s.user_id
  LEFT JOIN user_roles ur ON ur.user_id = u.id
  LEFT JOIN coaches c ON c.user_id = u.id
  LEFT JOIN preferences p ON p.user_id = u.id
  LEFT JOIN LATERAL (
    SELECT o.coach_id, o.client_id, o.status, o.photo_id, oc.full_name, oc.time_zone
    FROM coachings o JOIN coaches oc ON oc.id = o.coach_id
    WHERE o.user_id = u.id AND (named_coach IS NULL OR o.coach_id::text = named_coach)
    ORDER BY ((SELECT cc.coach_id FROM current_coaches cc WHERE cc.user_id = u.id) = o.coach_id) IS TRUE DESC,
      (o.status IN ('active', 'paused')) DESC, o.accepted_at DESC
    LIMIT 1
  ) r ON true
  WHERE s.token = token_digest;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION resolve_session(text, text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION resolve_session(text, text) TO stridewell_app;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION own_coachings()
RETURNS TABLE (coach_id uuid, client_id uuid, coach_name text, status text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  person uuid := nullif(current_setting('app.user_id', true), '')::uuid;
BEGIN
  IF current_setting('app.role', true) IS DISTINCT FROM 'user' THEN RETURN; END IF;
  RETURN QUERY SELECT o.coach_id, o.client_id, c.full_name, o.status
  FROM coachings o JOIN coaches c ON c.id = o.coach_id
  WHERE o.user_id = person
  ORDER BY ((SELECT cc.coach_id FROM current_coaches cc WHERE cc.user_id = person) = o.coach_id) IS TRUE DESC,
    (o.status IN ('active', 'paused')) DESC, o.accepted_at DESC;
END $$;
--> statement-breakpoint
DROP FUNCTION coachings_of(uuid);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION own_invitations()
RETURNS TABLE (coach_id uuid, client_id uuid, coach_name text, expires_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  person uuid := nullif(current_setting('app.user_id', true), '')::uuid;
BEGIN
  IF current_setting('app.role', true) IS DISTINCT FROM 'user' THEN RETURN; END IF;
  RETURN QUERY SELECT o.coach_id, o.client_id, c.full_name, o.invited_until::timestamptz
  FROM users u JOIN coachings o ON o.invited_email = u.email JOIN coaches c ON c.id = o.coach_id
  WHERE u.id = person AND u.email_verified AND o.invited_until IS NOT NULL
  ORDER BY o.invited_until DESC;
END $$;
--> statement-breakpoint
DROP FUNCTION time_zone_of_client(uuid);
--> statement-breakpoint
-- Time zones of current clients: for the coach of all or of one, for a client their own.
CREATE FUNCTION client_time_zones(one uuid) RETURNS TABLE (client_id uuid, time_zone text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  role text := coalesce(current_setting('app.role', true), '');
  coach uuid := nullif(current_setting('app.coach_id', true), '')::uuid;
  client uuid := nullif(current_setting('app.client_id', true), '')::uuid;
BEGIN
  RETURN QUERY SELECT o.client_id, p.time_zone FROM coachings o JOIN preferences p ON p.user_id = o.user_id
  WHERE o.coach_id = coach AND o.status IN ('active', 'paused') AND (one IS NULL OR o.client_id = one)
    AND (role = 'coach' OR role = 'client' AND o.client_id = client);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION client_time_zones(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION client_time_zones(uuid) TO stridewell_app;
--> statement-breakpoint
-- As before, one coach at a time.
CREATE OR REPLACE FUNCTION own_check_in_drafts()
RETURNS TABLE (coach_id uuid, coach_name text, id uuid, template_id uuid, version integer, answers jsonb,
  saved_at timestamptz, form_name text, questions jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  person uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  own record;
  draft record;
BEGIN
  IF current_setting('app.role', true) IS DISTINCT FROM 'user' THEN RETURN; END IF;
  FOR own IN
    SELECT o.coach_id, c.full_name, array_agg(o.client_id) AS clients
    FROM coachings o JOIN coaches c ON c.id = o.coach_id WHERE o.user_id = person GROUP BY o.coach_id, c.full_name
  LOOP
    SELECT * INTO draft FROM check_in_drafts d WHERE d.coach_id = own.coach_id AND d.user_id = person;
    CONTINUE WHEN NOT FOUND OR EXISTS (SELECT FROM check_ins s WHERE s.coach_id = own.coach_id AND s.id = draft.id
      AND s.client_id = ANY(own.clients));
    SELECT t.name, v.questions INTO form_name, questions
    FROM check_in_template_versions v
    LEFT JOIN check_in_templates t ON t.coach_id = own.coach_id AND t.id = draft.template_id
    WHERE v.coach_id = own.coach_id AND v.template_id = draft.template_id AND v.version = draft.version;
    coach_id := own.coach_id;
    coach_name := own.full_name;
    id := draft.id;
    template_id := draft.template_id;
    version := draft.version;
    answers := draft.answers;
    saved_at := draft.saved_at;
    RETURN NEXT;
  END LOOP;
END $$;
