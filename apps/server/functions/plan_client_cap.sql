-- How many clients a plan covers, as PLANS of the contract says.
CREATE OR REPLACE FUNCTION plan_client_cap(plan text, role text)
RETURNS integer
LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE coalesce(plan, CASE role WHEN 'Coach-Pro' THEN 'pro' WHEN 'Coach-Plus' THEN 'plus' END)
    WHEN 'pro' THEN 100
    WHEN 'plus' THEN 35
    ELSE 5
  END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION plan_client_cap(text, text) FROM PUBLIC;
