-- The dates of a program's days. Pure, because a generated column stores the answer.
CREATE OR REPLACE FUNCTION dated_days(content jsonb, start_day date, weekdays integer[], moved jsonb)
RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('day', dated.day, 'key', dated.key) ORDER BY dated.day), '[]')
  FROM (
    -- A week in which two days would share a date keeps its regular ones.
    SELECT key, CASE WHEN bool_or(shared > 1) OVER (PARTITION BY first_day) THEN regular ELSE wanted END AS day
    FROM (
      SELECT *, count(*) OVER (PARTITION BY first_day, wanted) AS shared
      FROM (
        SELECT week.first_day, d.value ->> 'key' AS key, dates.day AS regular,
          CASE WHEN (moved ->> (d.value ->> 'key'))::date BETWEEN week.first_day AND week.first_day + 6
            THEN (moved ->> (d.value ->> 'key'))::date ELSE dates.day END AS wanted
        FROM (
          SELECT w.value -> 'days' AS days,
            start_day + 7 * (row_number() OVER (ORDER BY p.ordinality, w.ordinality) - 1)::integer AS first_day
          FROM jsonb_array_elements(content -> 'phases') WITH ORDINALITY p,
            jsonb_array_elements(p.value -> 'weeks') WITH ORDINALITY w
        ) week
        CROSS JOIN LATERAL jsonb_array_elements(week.days) WITH ORDINALITY d
        JOIN LATERAL (
          SELECT taken.day, row_number() OVER (ORDER BY taken.day) AS place
          FROM (
            SELECT day FROM (
              SELECT day, chosen, max(day) FILTER (WHERE chosen) OVER () AS last_chosen
              FROM (
                SELECT week.first_day + o AS day,
                  extract(isodow FROM week.first_day + o)::integer = ANY (weekdays) AS chosen
                FROM generate_series(0, 6) o
              ) dates_of_week
            ) ranked
            -- Weekdays that were chosen come first, then free dates after them, then the others.
            ORDER BY NOT chosen, NOT chosen AND coalesce(day < last_chosen, false), day
            LIMIT jsonb_array_length(week.days)
          ) taken
        ) dates ON dates.place = d.ordinality
      ) planned
    ) counted
  ) dated
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION dated_days(jsonb, date, integer[], jsonb) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION dated_days(jsonb, date, integer[], jsonb) TO stridewell_app;
