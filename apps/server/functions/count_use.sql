-- Adds to the counter of a key, or starts a window that ends at `window_end`, and returns the counter. With `sweeps` it
-- also deletes a few expired counters, so that no job has to delete them all. Counters belong to no scope.
CREATE OR REPLACE FUNCTION count_use(counted text, amount integer, now_at timestamptz, window_end timestamptz, sweeps boolean)
RETURNS TABLE (uses integer, resets_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF sweeps THEN
    -- An array, because a plan without current statistics would repeat an IN subquery for every counter.
    DELETE FROM rate_limits WHERE key = ANY (ARRAY(
      SELECT key FROM rate_limits WHERE reset_at < now_at AND key <> counted LIMIT 5 FOR UPDATE SKIP LOCKED));
  END IF;
  RETURN QUERY INSERT INTO rate_limits AS r (key, count, reset_at) VALUES (counted, amount, window_end)
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN r.reset_at > now_at THEN r.count + excluded.count ELSE excluded.count END,
    reset_at = CASE WHEN r.reset_at > now_at THEN r.reset_at ELSE excluded.reset_at END
  RETURNING r.count, r.reset_at;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION count_use(text, integer, timestamptz, timestamptz, boolean) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION count_use(text, integer, timestamptz, timestamptz, boolean) TO stridewell_app;
