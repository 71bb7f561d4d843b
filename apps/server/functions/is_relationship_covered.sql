-- Whether a client has a seat, for `resolve_session` alone. Others read the scope, or count the coach's clients.
CREATE OR REPLACE FUNCTION is_relationship_covered(coach uuid, client uuid)
RETURNS boolean
LANGUAGE plpgsql STABLE
AS $$
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
REVOKE ALL ON FUNCTION is_relationship_covered(uuid, uuid) FROM PUBLIC;
