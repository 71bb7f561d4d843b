-- The subject of a sign-in code held the code, and a mail server may have quoted the mail that it refused.
UPDATE mail_deliveries SET subject = NULL, error = regexp_replace(error, '[[:alnum:]_-]{20,}|\m\d{6}\M', '[hidden]', 'g')
WHERE template IN ('sign_in_code', 'sign_in_link', 'verification', 'reset', 'email_change', 'invitation', 'operator-invitation', 'demo_booking', 'purchase_waiting');--> statement-breakpoint
UPDATE outbox_mails SET subject = regexp_replace(subject, '^\d{6} is your (.*) sign-in code$', 'Your \1 sign-in code')
WHERE subject ~ '^\d{6} is your .* sign-in code$';
