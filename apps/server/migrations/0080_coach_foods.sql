CREATE TABLE "coach_food_words" (
	"coach_id" uuid NOT NULL,
	"word" text collate "C" NOT NULL,
	"rank" smallint NOT NULL,
	"food_id" uuid NOT NULL,
	CONSTRAINT "coach_food_words_coach_id_word_rank_food_id_pk" PRIMARY KEY("coach_id","word","rank","food_id")
);
--> statement-breakpoint
ALTER TABLE "coach_food_words" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "coach_foods" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"food" jsonb,
	"hidden" boolean DEFAULT false NOT NULL,
	"favorite" boolean DEFAULT false NOT NULL,
	"merged_into" uuid,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name_key" text collate "C" GENERATED ALWAYS AS (left(lower(regexp_replace(normalize(food ->> 'name', NFKD), '[\u0300-\u036f]', '', 'g')), 120)) STORED,
	CONSTRAINT "coach_foods_coach_id_id_pk" PRIMARY KEY("coach_id","id")
);
--> statement-breakpoint
ALTER TABLE "coach_foods" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
-- by hand
-- Each start stores the words of all foods again when their order has changed.
TRUNCATE food_words;--> statement-breakpoint
-- Allergens and diets were a list of what a curator had found, or null. What the list left out of the allergens was
-- checked, so it is no; cereals and nuts had no kinds, so a listed one says nothing about any of them. Other diets were
-- not looked at.
-- One by one: a cluster refuses updates whose values come from functions that are only stable.
DO $$ DECLARE one record; BEGIN
FOR one IN SELECT id, CASE WHEN jsonb_typeof(allergens) = 'array' THEN jsonb_build_object(
    'yes', coalesce((SELECT jsonb_agg(a) FROM jsonb_array_elements_text(allergens) a WHERE a NOT IN ('gluten', 'nuts')), '[]'),
    'no', coalesce((SELECT jsonb_agg(kind) FROM unnest(ARRAY['wheat', 'rye', 'barley', 'oats', 'crustaceans', 'eggs', 'fish',
        'peanuts', 'soybeans', 'milk', 'almonds', 'hazelnuts', 'walnuts', 'cashews', 'pecans', 'brazil_nuts', 'pistachios',
        'macadamias', 'celery', 'mustard', 'sesame', 'sulphites', 'lupin', 'molluscs']) kind
      WHERE NOT allergens ? kind
      AND NOT (allergens ? 'gluten' AND kind IN ('wheat', 'rye', 'barley', 'oats'))
      AND NOT (allergens ? 'nuts' AND kind IN ('almonds', 'hazelnuts', 'walnuts', 'cashews', 'pecans', 'brazil_nuts',
        'pistachios', 'macadamias'))), '[]')) ELSE '{"yes": [], "no": []}' END AS new_allergens,
  CASE WHEN jsonb_typeof(diets) = 'array' THEN jsonb_build_object('yes', diets, 'no', '[]'::jsonb)
    ELSE '{"yes": [], "no": []}' END AS new_diets FROM foods LOOP
  UPDATE foods SET allergens = one.new_allergens, diets = one.new_diets WHERE id = one.id;
END LOOP; END $$;--> statement-breakpoint
-- The content of foods before an import, for undoing it, and staged rows.
DO $$ DECLARE one record; BEGIN
FOR one IN SELECT import_id, key, before || jsonb_build_object(
  'allergens', CASE WHEN jsonb_typeof(before -> 'allergens') = 'array' THEN jsonb_build_object(
    'yes', coalesce((SELECT jsonb_agg(a) FROM jsonb_array_elements_text((before -> 'allergens')) a WHERE a NOT IN ('gluten', 'nuts')), '[]'),
    'no', coalesce((SELECT jsonb_agg(kind) FROM unnest(ARRAY['wheat', 'rye', 'barley', 'oats', 'crustaceans', 'eggs', 'fish',
        'peanuts', 'soybeans', 'milk', 'almonds', 'hazelnuts', 'walnuts', 'cashews', 'pecans', 'brazil_nuts', 'pistachios',
        'macadamias', 'celery', 'mustard', 'sesame', 'sulphites', 'lupin', 'molluscs']) kind
      WHERE NOT (before -> 'allergens') ? kind
      AND NOT ((before -> 'allergens') ? 'gluten' AND kind IN ('wheat', 'rye', 'barley', 'oats'))
      AND NOT ((before -> 'allergens') ? 'nuts' AND kind IN ('almonds', 'hazelnuts', 'walnuts', 'cashews', 'pecans', 'brazil_nuts',
        'pistachios', 'macadamias'))), '[]'))
    ELSE '{"yes": [], "no": []}' END,
  'diets', CASE WHEN jsonb_typeof(before -> 'diets') = 'array'
    THEN jsonb_build_object('yes', before -> 'diets', 'no', '[]'::jsonb) ELSE '{"yes": [], "no": []}' END) AS new_before
  FROM food_import_rows WHERE before IS NOT NULL LOOP
  UPDATE food_import_rows SET before = one.new_before WHERE import_id = one.import_id AND key = one.key;
END LOOP; END $$;--> statement-breakpoint
UPDATE food_import_rows SET "row" = "row" - 'allergens' - 'diets';--> statement-breakpoint
ALTER TABLE "food_words" DROP CONSTRAINT "food_words_word_name_key_food_id_pk";--> statement-breakpoint
ALTER TABLE "foods" ALTER COLUMN "allergens" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "foods" ALTER COLUMN "diets" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "food_words" ADD COLUMN "rank" smallint NOT NULL;--> statement-breakpoint
ALTER TABLE "food_words" ADD CONSTRAINT "food_words_word_rank_food_id_pk" PRIMARY KEY("word","rank","food_id");--> statement-breakpoint
ALTER TABLE "foods" ADD COLUMN "built_in" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_food_words" ADD CONSTRAINT "coach_food_words_food_fk" FOREIGN KEY ("coach_id","food_id") REFERENCES "public"."coach_foods"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_foods" ADD CONSTRAINT "coach_foods_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_foods" ADD CONSTRAINT "coach_foods_merged_fk" FOREIGN KEY ("coach_id","merged_into") REFERENCES "public"."coach_foods"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coach_food_words_food_index" ON "coach_food_words" USING btree ("coach_id","food_id","word");--> statement-breakpoint
CREATE INDEX "coach_foods_merged_index" ON "coach_foods" USING btree ("coach_id","merged_into");--> statement-breakpoint
ALTER TABLE "food_words" DROP COLUMN "name_key";--> statement-breakpoint
CREATE POLICY "food_words_read" ON "food_words" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) in ('coach', 'client', 'user'));--> statement-breakpoint
CREATE POLICY "coach_food_words_coach" ON "coach_food_words" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "coach_foods_coach" ON "coach_foods" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON coach_foods TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON coach_food_words TO stridewell_app;
