import type { DemoForm } from '@stridewell/contract/site.rules';

/** Address of the page on which a demo is booked, prepared with the answers given so far. */
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

/** Whether a message to the window says that a demo was booked, and comes from the frame in which it is booked. */
export function isDemoScheduled(
  message: { origin: string; source: unknown; data: unknown },
  frame: { origin: string; window: unknown },
): boolean {
  if (!frame.window || message.source !== frame.window || message.origin !== frame.origin) return false;
  const { data } = message;
  if (!isRecord(data) || data.event !== SCHEDULED || !isRecord(data.payload)) return false;
  return hasUri(data.payload.event) && hasUri(data.payload.invitee);
}

/** What the built-in scheduler tells the page around it, in the words of the one it stands in for. */
export const scheduledMessage = (id: string, origin: string) => ({
  event: SCHEDULED,
  payload: {
    event: { uri: `${origin}/booking/events/${id}` },
    invitee: { uri: `${origin}/booking/invitees/${id}` },
  },
});
