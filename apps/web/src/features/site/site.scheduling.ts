import type { DemoForm } from '@stridewell/contract/site/site.rules';

/** The address of the scheduler, filled in with the answers. */
export function schedulingUrl(answers: DemoForm, page: { calendlyUrl: string; origin: string; host: string }): string {
  const url = new URL(page.calendlyUrl || '/booking/demo', page.origin);
  const params = url.searchParams;
  params.set('name', answers.full_name.trim());
  params.set('email', answers.email.trim());
  if (page.calendlyUrl) {
    params.set('embed_type', 'Inline');
    params.set('embed_domain', page.host);
  }
  params.set('a1', answers.coaching_experience);
  params.set('a2', answers.current_tools.trim());
  params.set('a3', String(answers.client_count));
  // Not every scheduler reads a plus as a space.
  url.search = params.toString().replaceAll('+', '%20');
  return url.href;
}

const SCHEDULED = 'calendly.event_scheduled';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const hasUri = (value: unknown): boolean => isRecord(value) && typeof value.uri === 'string';

/** True for a message from the scheduler's frame that reports a booking. */
export function isDemoScheduled(
  message: { origin: string; source: unknown; data: unknown },
  frame: { origin: string; window: unknown },
): boolean {
  if (!frame.window || message.source !== frame.window || message.origin !== frame.origin) return false;
  const { data } = message;
  if (!isRecord(data) || data.event !== SCHEDULED || !isRecord(data.payload)) return false;
  return hasUri(data.payload.event) && hasUri(data.payload.invitee);
}

/** The message of the built-in scheduler, in the format of Calendly, which it replaces. */
export const scheduledMessage = (id: string, origin: string) => ({
  event: SCHEDULED,
  payload: {
    event: { uri: `${origin}/booking/events/${id}` },
    invitee: { uri: `${origin}/booking/invitees/${id}` },
  },
});
