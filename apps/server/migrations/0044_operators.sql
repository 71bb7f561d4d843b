ALTER TABLE "coaches" ADD COLUMN "status_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_roles" ADD COLUMN "operator_role" text;--> statement-breakpoint
CREATE INDEX "coaches_status_index" ON "coaches" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "coaches_name_index" ON "coaches" USING btree ("full_name");--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_operator_role_check" CHECK (operator_role in ('admin', 'support', 'billing'));--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_operator_check" CHECK (operator_role is null or role = 'Operator');--> statement-breakpoint
CREATE POLICY "coach_profiles_operator" ON "coach_profiles" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "coaches_operator_read" ON "coaches" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "coaches_operator_decide" ON "coaches" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'operator') WITH CHECK (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "user_roles_operator" ON "user_roles" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "users_read_operator" ON "users" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');
--> statement-breakpoint
-- by hand
-- Operators so far were made from the configuration, and may do everything.
UPDATE user_roles SET operator_role = 'admin' WHERE role = 'Operator';
--> statement-breakpoint
-- As before, and what an operator may do, whether sign-in takes a second step, and what an operator wrote to a coach.
DROP FUNCTION resolve_session(text, text);
--> statement-breakpoint
CREATE FUNCTION resolve_session(token_digest text, named_coach text)
RETURNS TABLE (
  session_id uuid, expires_at timestamptz, user_id uuid, email text, email_verified boolean, full_name text, image text,
  role text, plan text, included_clients integer, is_demo boolean, stripe_customer_id text, subscription_status text,
  grace_until timestamptz, coach_status text, coach_name text, coach_time_zone text, coach_currency text,
  relationship_coach_id uuid, relationship_client_id uuid, relationship_status text, relationship_coach_name text,
  relationship_time_zone text, relationship_photo_id uuid, relationship_covered boolean, unit_system text,
  time_zone text, operator_role text, two_factor_enabled boolean, coach_status_reason text
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
    coalesce(p.unit_system, 'metric'), coalesce(p.time_zone, 'America/Los_Angeles'),
    ur.operator_role, u.two_factor_enabled, c.status_reason
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
