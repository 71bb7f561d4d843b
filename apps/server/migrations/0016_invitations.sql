CREATE INDEX "relationships_invited_index" ON "client_coach_relationships" USING btree ("email") WHERE status = 'invited';
--> statement-breakpoint
-- by hand
-- What waits for the person in scope, in any tenant: whose invitation it is and until when, and nothing else of it. Runs
-- with the owner's rights, because a person reads no relationship that is not theirs yet. Only an address that was
-- verified is one's own.
CREATE FUNCTION own_invitations()
RETURNS TABLE (coach_id uuid, client_id uuid, coach_name text, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT r.coach_id, r.client_id, c.full_name, i.expires_at
  FROM users u
  JOIN client_coach_relationships r ON r.email = u.email AND r.status = 'invited'
  JOIN invitations i ON i.coach_id = r.coach_id AND i.client_id = r.client_id
  JOIN coaches c ON c.id = r.coach_id
  WHERE current_setting('app.role', true) = 'user'
    AND u.id = nullif(current_setting('app.user_id', true), '')::uuid
    AND u.email_verified AND r.person_id IS NULL AND i.accepted_at IS NULL
  ORDER BY i.expires_at DESC
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION own_invitations() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION own_invitations() TO stridewell_app;
--> statement-breakpoint
-- As before, with the photo that the current relationship shows of its client.
DROP FUNCTION resolve_session(text);
--> statement-breakpoint
CREATE FUNCTION resolve_session(token_digest text)
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
    -- The current relationship: an active one before a former one, the newest first.
    SELECT rel.coach_id, rel.client_id, rel.status, of_client.full_name AS coach_name, of_client.time_zone, rel.photo_id
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
