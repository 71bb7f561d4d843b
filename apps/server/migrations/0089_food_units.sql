ALTER TABLE "food_days" ADD COLUMN "status_import_id" uuid;--> statement-breakpoint
ALTER TABLE "food_entries" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "food_entries" ADD COLUMN "barcode" text;--> statement-breakpoint
ALTER TABLE "coach_foods" ADD COLUMN "barcode" text GENERATED ALWAYS AS (case when merged_into is null then nullif(food ->> 'barcode', '') end) STORED;--> statement-breakpoint
ALTER TABLE "foods" ADD COLUMN "barcode" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- by hand
UPDATE coach_foods SET food = food || '{"barcode":""}'::jsonb WHERE food IS NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD COLUMN "energy_unit" text DEFAULT 'kcal' NOT NULL;--> statement-breakpoint
CREATE INDEX "food_entries_import_index" ON "food_entries" USING btree ("coach_id","client_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "food_entries_barcode_index" ON "food_entries" USING btree ("coach_id","client_id","barcode") WHERE barcode is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "coach_foods_barcode_index" ON "coach_foods" USING btree ("coach_id","barcode");--> statement-breakpoint
CREATE UNIQUE INDEX "foods_barcode_index" ON "foods" USING btree ("barcode") WHERE barcode <> '';--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_energy_unit_check" CHECK (energy_unit in ('kcal', 'kJ'));--> statement-breakpoint
CREATE POLICY "food_days_coach_insert" ON "food_days" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "food_days_coach_update" ON "food_days" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "food_entries_coach_insert" ON "food_entries" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "food_entries_coach_update" ON "food_entries" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand: it also returns the unit of energy
DROP FUNCTION IF EXISTS resolve_session(text, text);
