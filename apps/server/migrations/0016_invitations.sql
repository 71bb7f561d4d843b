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
