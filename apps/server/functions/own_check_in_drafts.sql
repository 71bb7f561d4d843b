-- A person's unfinished check-ins for each of their coaches, with the forms they answer.
CREATE OR REPLACE FUNCTION own_check_in_drafts()
RETURNS TABLE (
  coach_id uuid, coach_name text, id uuid, template_id uuid, version integer, answers jsonb, saved_at timestamptz,
  form_name text, questions jsonb
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  person uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  own record;
  draft record;
BEGIN
  IF current_setting('app.role', true) IS DISTINCT FROM 'user' THEN RETURN; END IF;
  FOR own IN
    SELECT o.coach_id, c.full_name, array_agg(o.client_id) AS clients
    FROM coachings o JOIN coaches c ON c.id = o.coach_id WHERE o.user_id = person GROUP BY o.coach_id, c.full_name
  LOOP
    SELECT * INTO draft FROM check_in_drafts d WHERE d.coach_id = own.coach_id AND d.user_id = person;
    CONTINUE WHEN NOT FOUND OR EXISTS (SELECT FROM check_ins s WHERE s.coach_id = own.coach_id AND s.id = draft.id
      AND s.client_id = ANY(own.clients));
    SELECT t.name, v.questions INTO form_name, questions
    FROM check_in_template_versions v
    LEFT JOIN check_in_templates t ON t.coach_id = own.coach_id AND t.id = draft.template_id
    WHERE v.coach_id = own.coach_id AND v.template_id = draft.template_id AND v.version = draft.version;
    coach_id := own.coach_id;
    coach_name := own.full_name;
    id := draft.id;
    template_id := draft.template_id;
    version := draft.version;
    answers := draft.answers;
    saved_at := draft.saved_at;
    RETURN NEXT;
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION own_check_in_drafts() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION own_check_in_drafts() TO stridewell_app;
