ALTER TABLE "files" ADD COLUMN "reserved" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "files_use_index" ON "files" USING btree ("coach_id","client_id","bytes","reserved");