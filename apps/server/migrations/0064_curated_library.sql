CREATE TABLE "curated_exercises" (
	"id" text PRIMARY KEY NOT NULL,
	"exercise" jsonb,
	"hidden" boolean NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" uuid
);
--> statement-breakpoint
ALTER TABLE "curated_exercises" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "food_import_rows" (
	"import_id" uuid NOT NULL,
	"key" text NOT NULL,
	"row" jsonb NOT NULL,
	"version" integer,
	"before" jsonb,
	CONSTRAINT "food_import_rows_import_id_key_pk" PRIMARY KEY("import_id","key")
);
--> statement-breakpoint
ALTER TABLE "food_import_rows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "food_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'staged' NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "food_imports_status_check" CHECK (status in ('staged', 'imported', 'undone'))
);
--> statement-breakpoint
ALTER TABLE "food_imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "food_words" (
	"word" text collate "C" NOT NULL,
	"name_key" text collate "C" NOT NULL,
	"food_id" uuid NOT NULL,
	CONSTRAINT "food_words_word_name_key_food_id_pk" PRIMARY KEY("word","name_key","food_id")
);
--> statement-breakpoint
ALTER TABLE "food_words" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "foods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"brand" text NOT NULL,
	"category" text NOT NULL,
	"unit" text NOT NULL,
	"kcal" double precision NOT NULL,
	"protein" double precision NOT NULL,
	"carbohydrate" double precision NOT NULL,
	"fat" double precision NOT NULL,
	"sugar" double precision,
	"saturated_fat" double precision,
	"fibre" double precision,
	"sodium_mg" double precision,
	"alcohol" double precision,
	"portions" jsonb NOT NULL,
	"allergens" jsonb,
	"diets" jsonb,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" uuid,
	"name_key" text collate "C" GENERATED ALWAYS AS (left(lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')), 120)) STORED NOT NULL,
	CONSTRAINT "foods_key_unique" UNIQUE("key"),
	CONSTRAINT "foods_category_check" CHECK (category in ('dairy_eggs', 'meat', 'poultry', 'fish', 'vegetables', 'fruit', 'legumes', 'nuts_seeds', 'grains', 'baked', 'fats_oils', 'sweets', 'snacks', 'drinks', 'soups_sauces', 'spices', 'meals', 'baby', 'other')),
	CONSTRAINT "foods_unit_check" CHECK (unit in ('g', 'ml'))
);
--> statement-breakpoint
ALTER TABLE "foods" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "curated_exercises" ADD CONSTRAINT "curated_exercises_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "food_import_rows" ADD CONSTRAINT "food_import_rows_import_id_food_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."food_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "food_words" ADD CONSTRAINT "food_words_food_id_foods_id_fk" FOREIGN KEY ("food_id") REFERENCES "public"."foods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foods" ADD CONSTRAINT "foods_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "food_imports_created_index" ON "food_imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "food_words_food_index" ON "food_words" USING btree ("food_id","word");--> statement-breakpoint
CREATE INDEX "foods_name_index" ON "foods" USING btree ("name_key","id");--> statement-breakpoint
CREATE INDEX "foods_category_index" ON "foods" USING btree ("category","name_key","id");--> statement-breakpoint
CREATE INDEX "foods_hidden_index" ON "foods" USING btree ("name_key","id") WHERE hidden;--> statement-breakpoint
CREATE POLICY "curated_exercises_operator" ON "curated_exercises" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'operator') WITH CHECK (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "curated_exercises_read" ON "curated_exercises" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) in ('coach', 'client', 'user'));--> statement-breakpoint
CREATE POLICY "food_import_rows_operator" ON "food_import_rows" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'operator') WITH CHECK (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "food_imports_operator" ON "food_imports" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'operator') WITH CHECK (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "food_words_operator" ON "food_words" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'operator' then true else false end) WITH CHECK (case when current_setting('app.role', true) = 'operator' then true else false end);--> statement-breakpoint
CREATE POLICY "foods_operator" ON "foods" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'operator' then true else false end) WITH CHECK (case when current_setting('app.role', true) = 'operator' then true else false end);--> statement-breakpoint
CREATE POLICY "foods_read" ON "foods" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) in ('coach', 'client', 'user') and not hidden);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON curated_exercises TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON foods, food_words, food_imports, food_import_rows TO stridewell_app;
