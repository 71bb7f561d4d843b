-- Session, person, role, plan and relationship of a request, before there is a scope. While an operator views an
-- account, the person is the one viewed. A view counts while its operator may support others and has a second step.
CREATE OR REPLACE FUNCTION resolve_session(token_digest text, named_coach text)
RETURNS TABLE (
  session_id uuid, expires_at timestamptz, user_id uuid, email text, email_verified boolean, full_name text,
  image text, role text, plan text, included_clients integer, is_demo boolean, stripe_customer_id text,
  subscription_status text, grace_until timestamptz, coach_status text, coach_name text, coach_time_zone text,
  coach_currency text, relationship_coach_id uuid, relationship_client_id uuid, relationship_status text,
  relationship_coach_name text, relationship_time_zone text, relationship_photo_id uuid,
  relationship_covered boolean, unit_system text, energy_unit text, time_zone text, operator_role text, two_factor_enabled boolean,
  coach_status_reason text, view_id uuid, viewed_by uuid, view_ends_at timestamptz,
  coach_prescribes boolean, relationship_way text, relationship_numbers_off boolean, relationship_prescribes boolean
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  RETURN QUERY SELECT s.id, s.expires_at::timestamptz, u.id, u.email, u.email_verified, u.full_name, u.image,
    ur.role, u.plan, u.included_clients, u.is_demo, u.stripe_customer_id, u.subscription_status,
    u.grace_until::timestamptz, c.status, c.full_name, c.time_zone, c.currency,
    r.coach_id, r.client_id, r.status, r.full_name, r.time_zone, r.photo_id,
    CASE WHEN r.status IN ('active', 'paused') THEN is_relationship_covered(r.coach_id, r.client_id) ELSE false END,
    coalesce(p.unit_system, 'metric'), coalesce(p.energy_unit, 'kcal'), coalesce(p.time_zone, 'America/Los_Angeles'),
    ur.operator_role, u.two_factor_enabled, c.status_reason, w.id, w.operator_id, w.ends_at::timestamptz,
    c.prescribes_nutrition, r.nutrition_way, r.numbers_off_by IS NOT NULL, r.prescribes_nutrition
  FROM sessions s
  LEFT JOIN LATERAL (
    SELECT v.id, v.operator_id, v.viewed_id, v.ends_at
    FROM account_views v
    JOIN users o ON o.id = v.operator_id AND (o.two_factor_enabled OR o.is_demo)
    JOIN user_roles oru ON oru.user_id = v.operator_id AND oru.operator_role IN ('admin', 'support')
    JOIN user_roles vru ON vru.user_id = v.viewed_id AND vru.role IN ('Coach-Base', 'Coach-Plus', 'Coach-Pro')
    WHERE v.session_id = s.id AND v.operator_id = s.user_id AND v.ends_at > now()
  ) w ON true
  JOIN users u ON u.id = coalesce(w.viewed_id, s.user_id)
  LEFT JOIN user_roles ur ON ur.user_id = u.id
  LEFT JOIN coaches c ON c.user_id = u.id
  LEFT JOIN preferences p ON p.user_id = u.id
  LEFT JOIN LATERAL (
    SELECT o.coach_id, o.client_id, o.status, o.photo_id, o.nutrition_way, o.numbers_off_by, oc.full_name, oc.time_zone,
      oc.prescribes_nutrition
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
