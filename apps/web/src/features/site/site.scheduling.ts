import type { DemoForm } from '@stridewell/contract/site.rules';
import { dayInZone } from '@stridewell/contract/time';

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

export type SlotDay = { day: string; slots: string[] };

/** Open times by the days of the given zone, in order. */
export function slotsByDay(slots: readonly string[], timeZone: string): SlotDay[] {
  const days = new Map<string, string[]>();
  for (const slot of slots) {
    const day = dayInZone(new Date(slot), timeZone);
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(slot);
    else days.set(day, [slot]);
  }
  return [...days].map(([day, ofDay]) => ({ day, slots: ofDay }));
}

const format = (instant: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', options).format(instant);

/** Like `Tuesday, November 24 at 9:00 AM`. */
export const momentLabel = (instant: string, timeZone: string): string =>
  format(new Date(instant), {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

/** Parts of a day's name. Days carry no zone, so they are read as UTC. */
export const dayParts = (day: string) => {
  const part = (options: Intl.DateTimeFormatOptions) => format(new Date(day), { timeZone: 'UTC', ...options });
  return {
    weekday: part({ weekday: 'short' }),
    date: part({ month: 'short', day: 'numeric' }),
    full: part({ weekday: 'long', month: 'long', day: 'numeric' }),
  };
};

export const zoneLabel = (timeZone: string): string => timeZone.replaceAll('_', ' ');

/** All zones of the browser, with the chosen one even if the browser does not list it. */
export function timeZoneChoices(chosen: string): { value: string; label: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen]);
  return [...zones].sort().map((value) => ({ value, label: zoneLabel(value) }));
}
