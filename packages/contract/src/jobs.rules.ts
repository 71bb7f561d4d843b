/** `<feature>.<work>` */
export const QUEUE_NAME = /^[a-z][a-z0-9_.-]{0,99}$/;

/** A failed mail waits for an operator, who sends it again or discards it. */
export const MAIL_STATUSES = ['queued', 'sent', 'failed', 'discarded'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];
