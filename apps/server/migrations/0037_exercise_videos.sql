ALTER TABLE "files" DROP CONSTRAINT "files_kind_check";--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_purpose_check";--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_owner_check";--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_kind_check" CHECK (kind in ('image', 'pdf', 'video'));--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_purpose_check" CHECK (purpose in ('message', 'photo', 'avatar', 'coach_photo', 'exercise'));--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_check" CHECK ((purpose in ('coach_photo', 'exercise')) = (client_id is null));