ALTER TABLE "calendar_connections" DROP CONSTRAINT "calendar_connections_problem_check";--> statement-breakpoint
ALTER TABLE "session_calendars" DROP CONSTRAINT "session_calendars_problem_check";--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "meeting_url" text;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "made_meeting_url" text;--> statement-breakpoint
ALTER TABLE "session_series" ADD COLUMN "meeting_url" text;--> statement-breakpoint
ALTER TABLE "session_types" ADD COLUMN "meeting_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_connections" ADD COLUMN "can_write" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_sign_ins" ADD COLUMN "to_write" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_writes" ADD COLUMN "meeting_url" text;--> statement-breakpoint
ALTER TABLE "session_calendars" ADD COLUMN "makes_meetings" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_connections" ADD CONSTRAINT "calendar_connections_problem_check" CHECK (problem in ('sign_in', 'not_caldav', 'unreachable', 'refused', 'read_only', 'not_secure', 'private_address', 'too_many_redirects', 'too_large', 'unreadable', 'too_complex', 'sign_in_again', 'sign_in_to_add', 'rate_limited', 'not_set_up'));--> statement-breakpoint
ALTER TABLE "session_calendars" ADD CONSTRAINT "session_calendars_problem_check" CHECK (problem in ('sign_in', 'not_caldav', 'unreachable', 'refused', 'read_only', 'not_secure', 'private_address', 'too_many_redirects', 'too_large', 'unreadable', 'too_complex', 'sign_in_again', 'sign_in_to_add', 'rate_limited', 'not_set_up'));