-- The published brand of a coach with the plan that allows it; null while there is none or an operator suspended it.
-- Brands are public, and visitors have no scope that reads plans.
CREATE OR REPLACE FUNCTION coach_brand(coach uuid)
RETURNS json
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  found json;
BEGIN
  SELECT json_build_object('coachId', b.coach_id, 'published', b.published, 'plan', u.plan,
    'subscriptionStatus', u.subscription_status, 'graceUntil', u.grace_until, 'email', u.email) INTO found
  FROM coach_brands b JOIN coaches c ON c.id = b.coach_id JOIN users u ON u.id = b.coach_id
  WHERE b.coach_id = coach AND b.published IS NOT NULL AND b.suspended_at IS NULL
    AND c.status IN ('active', 'inactive');
  RETURN found;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION coach_brand(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION coach_brand(uuid) TO stridewell_app;
