-- Tells operators which of these foods a client has logged, or a recipe or a meal plan saved since then names. No scope
-- of an operator reads tenants.
CREATE OR REPLACE FUNCTION foods_in_use(ids uuid[], since timestamptz)
RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  role text := coalesce(current_setting('app.role', true), '');
  names text[] := ids::text[];
BEGIN
  IF role <> 'operator' THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT DISTINCT e.food_id FROM food_entries e WHERE e.food_id = ANY (ids) AND NOT e.deleted;
  RETURN QUERY SELECT DISTINCT (i.part ->> 'foodId')::uuid
  FROM coach_foods c CROSS JOIN LATERAL jsonb_array_elements(c.recipe -> 'ingredients') AS i (part)
  WHERE c.recipe IS NOT NULL AND c.created_at >= since AND i.part ->> 'foodId' = ANY (names);
  RETURN QUERY SELECT DISTINCT (f.id #>> '{}')::uuid
  FROM meal_plans p CROSS JOIN LATERAL jsonb_path_query(p.content, '$.**.foodId') AS f (id)
  WHERE p.updated_at >= since AND f.id #>> '{}' = ANY (names);
  RETURN QUERY SELECT DISTINCT (f.id #>> '{}')::uuid
  FROM meal_plan_versions v CROSS JOIN LATERAL jsonb_path_query(v.content, '$.**.foodId') AS f (id)
  WHERE v.saved_at >= since AND f.id #>> '{}' = ANY (names);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION foods_in_use(uuid[], timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION foods_in_use(uuid[], timestamptz) TO stridewell_app;
