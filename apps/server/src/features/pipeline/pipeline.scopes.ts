import { createHmac, timingSafeEqual } from 'node:crypto';
import { mintCaptureScope, systemScope } from '../../core/tenancy/mint.ts';

/** Scope that only finds the coach of a form by its address. */
export const formScope = systemScope.capture;

/** Scope that only adds to the tenant of the form. */
export const captureScope = mintCaptureScope;

/** How long a loaded form can be submitted. */
const FORM_HOURS = 24;

/** Proves when a form was loaded, for one submission: `id`, time and signature. */
export type Ticket = { id: string; loadedAt: number; signature: string };

const sign = (secret: string, slug: string, id: string, loadedAt: number): string =>
  createHmac('sha256', secret).update(`lead-form:${slug}:${id}:${loadedAt}`).digest('base64url');

export const createTicket = (secret: string, slug: string, id: string, now: Date): Ticket => ({
  id,
  loadedAt: now.getTime(),
  signature: sign(secret, slug, id, now.getTime()),
});

const visitSignature = (secret: string, coachId: string, id: string): string =>
  createHmac('sha256', secret).update(`visit:${coachId}:${id}`).digest('base64url');

/** Creates the token of the link that confirms a held time. */
export const createVisitToken = (secret: string, coachId: string, id: string): string =>
  `${id}.${visitSignature(secret, coachId, id)}`;

/** Parses the token of a link of this coach: the hold's id, or null when it is invalid. */
export function readVisitToken(secret: string, coachId: string, token: string): string | null {
  const [id = ''] = token.split('.');
  const expected = Buffer.from(createVisitToken(secret, coachId, id));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}

/** Whether the server created this ticket for the form within a day. */
export function isTicket(secret: string, slug: string, { id, loadedAt, signature }: Ticket, now: Date): boolean {
  const expected = Buffer.from(sign(secret, slug, id, loadedAt));
  const given = Buffer.from(signature);
  const age = now.getTime() - loadedAt;
  return (
    given.length === expected.length && timingSafeEqual(given, expected) && age >= 0 && age < FORM_HOURS * 3_600_000
  );
}
