-- What each login role may touch. Row-level security decides about rows; these decide about tables and columns.
GRANT USAGE ON SCHEMA public TO stridewell_app, stridewell_auth;
--> statement-breakpoint
-- Identity: the auth library alone.
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions, accounts, verifications TO stridewell_auth;
--> statement-breakpoint
-- The auth library writes the person. It may not update the plan record, and its policy refuses a new row that has one.
GRANT SELECT, INSERT, DELETE ON users TO stridewell_auth;
GRANT UPDATE (email, email_verified, full_name, image, updated_at, plan_intent, checkout_session_id) ON users TO stridewell_auth;
--> statement-breakpoint
-- Directory.
GRANT SELECT, UPDATE (plan, included_clients, stripe_customer_id, subscription_status, grace_until) ON users TO stridewell_app;
GRANT SELECT, INSERT, UPDATE ON user_roles, coaches, clients TO stridewell_app;
--> statement-breakpoint
-- Tenant and personal.
GRANT SELECT, INSERT, UPDATE, DELETE ON client_coach_relationships, invitations, check_ins, coach_sessions, leads,
  client_metrics, pipeline_metrics, ledger_entries, dismissed_follow_ups, notifications, preferences TO stridewell_app;
--> statement-breakpoint
-- Platform.
GRANT SELECT, INSERT ON outbox_mails TO stridewell_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limits TO stridewell_app;
--> statement-breakpoint
-- Who a session belongs to, in one statement. Runs with the owner's rights: the application role cannot read sessions,
-- and learns nothing here without the digest of a live token.
CREATE FUNCTION resolve_session(token_digest text)
RETURNS TABLE (
  session_id uuid, expires_at timestamptz, user_id uuid, email text, email_verified boolean, full_name text, image text,
  role text, plan text, included_clients integer, is_demo boolean, stripe_customer_id text, subscription_status text,
  grace_until timestamptz, coach_status text, coach_name text, coach_time_zone text, coach_currency text,
  relationship_coach_id uuid, relationship_client_id uuid, relationship_status text, relationship_coach_name text,
  relationship_time_zone text, unit_system text, time_zone text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT s.id, s.expires_at, u.id, u.email, u.email_verified, u.full_name, u.image,
    ur.role, u.plan, u.included_clients, u.is_demo, u.stripe_customer_id, u.subscription_status, u.grace_until,
    c.status, c.full_name, c.time_zone, c.currency,
    r.coach_id, r.client_id, r.status, r.coach_name, r.time_zone,
    coalesce(p.unit_system, 'metric'), coalesce(p.time_zone, 'America/Los_Angeles')
  FROM sessions s
  JOIN users u ON u.id = s.user_id
  LEFT JOIN user_roles ur ON ur.user_id = u.id
  LEFT JOIN coaches c ON c.user_id = u.id
  LEFT JOIN preferences p ON p.user_id = u.id
  LEFT JOIN LATERAL (
    -- The current relationship: an active one before a former one, the newest first.
    SELECT rel.coach_id, rel.client_id, rel.status, of_client.full_name AS coach_name, of_client.time_zone
    FROM client_coach_relationships rel JOIN coaches of_client ON of_client.id = rel.coach_id
    WHERE rel.person_id = u.id
    ORDER BY (rel.status IN ('active', 'paused')) DESC, rel.accepted_at DESC
    LIMIT 1
  ) r ON true
  WHERE s.token = token_digest
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION resolve_session(text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION resolve_session(text) TO stridewell_app;
