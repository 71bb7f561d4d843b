-- The first due day after the newest check-in, as `checkInState` of the contract says. Null without a schedule, and
-- while a pause has no end. Pure, because a generated column stores the answer.
CREATE OR REPLACE FUNCTION next_check_in_due(
  anchor date, every integer, weekdays integer[], pauses datemultirange, last_day date
)
RETURNS date
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog
AS $$
DECLARE
  due date := anchor;
  pause daterange;
  first_done boolean := last_day IS NULL OR last_day < anchor - every;
BEGIN
  LOOP
    IF due IS NULL THEN RETURN NULL; END IF;
    IF cardinality(weekdays) = 0 THEN
      due := anchor + ((due - anchor + every - 1) / every) * every;
    ELSE
      due := due + (SELECT min((w - extract(isodow FROM due)::integer + 7) % 7) FROM unnest(weekdays) w);
    END IF;
    SELECT p INTO pause FROM unnest(pauses) p WHERE due <@ p;
    IF FOUND THEN
      due := upper(pause);
    ELSIF first_done THEN
      RETURN due;
    ELSE
      -- A check-in shortly before the first due day completes the first period.
      first_done := true;
      due := greatest(due, last_day) + 1;
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION next_check_in_due(date, integer, integer[], datemultirange, date) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION next_check_in_due(date, integer, integer[], datemultirange, date) TO stridewell_app;
