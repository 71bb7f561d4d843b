import { HOLD_MINUTES } from '@stridewell/contract/calendar/calendar.slots.rules';
import { dateText, dayInZone, isTimeZone, momentLabel, zoneName } from '@stridewell/contract/time';
import type { HoldRow } from '../calendar/calendar.holds.service.ts';
import type { VisitorSession } from '../calendar/calendar.visitors.service.ts';
import type { OpenForm } from './pipeline.capture.service.ts';
import {
  html,
  messagePage,
  type PageContent,
  page,
  problemLine,
  type Sent,
  visitorFields,
} from './pipeline.page.rules.ts';
import type { Ticket } from './pipeline.scopes.ts';

/** Days with open times on one page. */
const DAYS_PER_PAGE = 7;
/** How many times the form offers, from the chosen one on. */
const NEXT_TIMES = 60;

/** Open times of a coach, and the time zone for showing them. */
export type OpenTimes = { session: VisitorSession; slots: readonly Date[]; zone: string };

/** The visitor's time zone, or else the coach's. */
export const zoneOf = (chosen: string | undefined, form: OpenForm): string =>
  typeof chosen === 'string' && chosen.length <= 64 && isTimeZone(chosen) ? chosen : form.timeZone;

const timeText = (at: Date, zone: string): string => dateText(at, zone, { hour: 'numeric', minute: '2-digit' });
const dayText = (at: Date, zone: string): string =>
  dateText(at, zone, { weekday: 'long', month: 'long', day: 'numeric' });

const pathOf = (form: OpenForm, parameters: Record<string, string>): string =>
  html(`/c/${encodeURIComponent(form.slug)}/book?${new URLSearchParams(parameters)}`);

function zoneChoice(form: OpenForm, zone: string): string {
  const options = Intl.supportedValuesOf('timeZone')
    .map((name) => `<option value="${name}"${name === zone ? ' selected' : ''}>${name.replaceAll('_', ' ')}</option>`)
    .join('');
  return `<details><summary>Times in ${html(zoneName(zone))}. Change</summary>
<form method="get" action="/c/${encodeURIComponent(form.slug)}/book"><label for="zone">Your time zone</label>
<select id="zone" name="zone">${options}</select><button type="submit">Show times</button></form></details>`;
}

const headOf = (form: OpenForm, { name, minutes, location }: VisitorSession): string =>
  `<h1>${html(name)} with ${html(form.coachName)}</h1>
<p>${minutes} minutes${location ? `, ${html(location)}` : ''}</p>`;

const formLink = (form: OpenForm): string => `<a href="/c/${encodeURIComponent(form.slug)}">Send a message instead</a>`;

/** The open times from `from` on, by day. Each links to its form. */
export function timesPage(form: OpenForm, { session, slots, zone }: OpenTimes, from: string | undefined): PageContent {
  const days = [...Map.groupBy(slots, (slot) => dayInZone(slot, zone))].filter(([day]) => !from || day >= from);
  const shown = days.slice(0, DAYS_PER_PAGE);
  const next = days[DAYS_PER_PAGE]?.[0];
  const list = shown.map(([, times]) => {
    const links = times.map(
      (time) => `<li><a href="${pathOf(form, { at: time.toISOString(), zone })}">${timeText(time, zone)}</a></li>`,
    );
    return times[0] ? `<h2>${dayText(times[0], zone)}</h2><ul>${links.join('')}</ul>` : '';
  });
  const links = [
    ...(from ? [`<a href="${pathOf(form, { zone })}">First days</a>`] : []),
    ...(next ? [`<a href="${pathOf(form, { zone, from: next })}">Later days</a>`] : []),
    formLink(form),
  ];
  return page(
    `${session.name} with ${form.coachName}`,
    `${headOf(form, session)}
${zoneChoice(form, zone)}
${list.length > 0 ? list.join('') : '<p role="status">There are no open times at the moment.</p>'}
<nav>${links.join('')}</nav>`,
  );
}

/** The form for an open time. The visitor can still choose another. */
export function bookingPage(
  form: OpenForm,
  times: OpenTimes,
  ticket: Ticket,
  at: Date | null,
  sent?: Sent,
): PageContent {
  const { session, slots, zone } = times;
  const chosen = at?.getTime();
  const first = Math.max(
    0,
    slots.findIndex((slot) => slot.getTime() === chosen),
  );
  const days = Map.groupBy(slots.slice(first, first + NEXT_TIMES), (slot) => dayInZone(slot, zone));
  const options = [...days.values()].map((slotsOfDay) => {
    const inside = slotsOfDay.map(
      (slot) =>
        `<option value="${slot.toISOString()}"${slot.getTime() === chosen ? ' selected' : ''}>${momentLabel(slot, zone)}</option>`,
    );
    return slotsOfDay[0] ? `<optgroup label="${dayText(slotsOfDay[0], zone)}">${inside.join('')}</optgroup>` : '';
  });
  return page(
    `${session.name} with ${form.coachName}`,
    `${headOf(form, session)}
${problemLine(sent)}
<form method="post" action="/c/${encodeURIComponent(form.slug)}/book">
<input type="hidden" name="zone" value="${html(zone)}">
<label for="at">Time (${html(zoneName(zone))})</label><select id="at" name="at" required>${options.join('')}</select>
${visitorFields(ticket, 'What would you like to talk about? (optional)', sent)}
<button type="submit">Book with ${html(form.coachName)}</button>
</form>
<nav><a href="${pathOf(form, { zone })}">All times</a>${formLink(form)}</nav>`,
  );
}

const bookLink = (form: OpenForm): string =>
  `<nav><a href="/c/${encodeURIComponent(form.slug)}/book">Choose a time</a>${formLink(form)}</nav>`;

type Held = { session: VisitorSession; start: Date; zone: string; email: string };

/** The page after choosing a time, which is held until the visitor confirms. */
export const heldPage = (form: OpenForm, { session, start, zone, email }: Held): PageContent =>
  messagePage(
    'Check your email',
    `${session.name} with ${form.coachName}: ${momentLabel(start, zone)}.\nWe sent an email to ${email}. Open its link to confirm. The time is held for ${HOLD_MINUTES} minutes, then released.`,
  );

const timeOf = (form: OpenForm, { sessionType, startsAt, timeZone }: HoldRow): string =>
  `${sessionType} with ${form.coachName}: ${momentLabel(startsAt, timeZone)}`;

/** The page behind the mailed link. Its button confirms, because mail scanners open links. */
export const confirmPage = (form: OpenForm, hold: HoldRow, path: string): PageContent =>
  page(
    'Confirm your time',
    `<h1>Confirm your time</h1>
<p>${html(timeOf(form, hold))}</p>
<form method="post" action="${html(path)}"><button type="submit">Confirm the time</button></form>`,
  );

/** The page of a confirmed booking. */
export const bookedPage = (form: OpenForm, hold: HoldRow): PageContent =>
  messagePage('Your time is booked', `${timeOf(form, hold)}.\nYou get an email with a calendar file.`);

/** Explains why a link does not work, with a link to other times. */
export const unconfirmedPage = (form: OpenForm, { title, text }: { title: string; text: string }): PageContent =>
  page(title, `<h1>${html(title)}</h1><p role="status">${html(text)}</p>${bookLink(form)}`);
