-- How many clients a plan is for, as PLANS of the contract says; a plan that is not recorded is the role's, else base.
CREATE FUNCTION plan_client_cap(plan text, role text) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE coalesce(plan, CASE role WHEN 'Coach-Pro' THEN 'pro' WHEN 'Coach-Plus' THEN 'plus' END)
    WHEN 'pro' THEN 100
    WHEN 'plus' THEN 35
    ELSE 5
  END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION plan_client_cap(text, text) FROM PUBLIC;
--> statement-breakpoint
-- Whether the coach's plan covers one relationship, by the same order as `coveredClients` of the contract. Runs with
-- the owner's rights, because a client sees neither the coach's plan nor who else is there; it answers false for every
-- relationship that the scope of the transaction is not about.
CREATE FUNCTION is_relationship_covered(coach uuid, client uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT coach IS NOT DISTINCT FROM nullif(current_setting('app.coach_id', true), '')::uuid
    AND CASE current_setting('app.role', true)
      WHEN 'coach' THEN true
      WHEN 'client' THEN client IS NOT DISTINCT FROM nullif(current_setting('app.client_id', true), '')::uuid
      ELSE false
    END
    AND EXISTS (
      SELECT FROM (
        SELECT r.client_id FROM client_coach_relationships r
        WHERE r.coach_id = coach AND r.status IN ('invited', 'active', 'paused')
        ORDER BY coalesce(r.accepted_at, r.created_at), r.client_id
        -- No limit at all is what null would mean here.
        LIMIT coalesce((
          SELECT plan_client_cap(u.plan, ur.role)
          FROM coaches c JOIN users u ON u.id = c.user_id LEFT JOIN user_roles ur ON ur.user_id = u.id
          WHERE c.id = coach
        ), 0)
      ) covered WHERE covered.client_id = client
    )
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION is_relationship_covered(uuid, uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION is_relationship_covered(uuid, uuid) TO stridewell_app;
