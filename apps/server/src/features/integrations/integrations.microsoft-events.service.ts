import { createHash, randomUUID } from 'node:crypto';
import { isMeetingLink } from '@stridewell/contract/calendar/calendar.rules';
import { z } from 'zod';
import { type OwnEvents, ownEventName } from '../../core/icalendar/own-events.ts';
import { isReadable, microsoftEvent, microsoftVersion } from './integrations.events.rules.ts';
import { CalendarError } from './integrations.fetch.service.ts';
import { parseAnswer } from './integrations.pages.service.ts';
import { type Answer, type Api, isGone, requireDone } from './integrations.providers.service.ts';
import { endOf, type SessionEvent, type SessionEvents } from './integrations.sessions.rules.ts';

/** Property of an event that names its session, by which it is found. The GUID is that of properties for users. */
const NAME_PROPERTY = 'String {00020329-0000-0000-c000-000000000046} Name CoachingSession';
const HEADERS = { prefer: 'outlook.timezone="UTC", outlook.body-content-type="text"' };
const SELECT = '$select=id,type,start,end,isAllDay,isCancelled,transactionId';
const eventList = z.object({ value: z.array(microsoftEvent) });
const written = microsoftEvent.extend({
  isOnlineMeeting: z.boolean().nullish(),
  onlineMeeting: z.object({ joinUrl: z.string().nullish() }).nullish(),
});
const TEAMS = 'teamsForBusiness';
const meetingProviders = z.object({ allowedOnlineMeetingProviders: z.array(z.string()).nullish() });

type Place = Pick<SessionEvent, 'path' | 'uid'>;

/** Until an event has its id there, its path is a name that this row alone has. */
const isNew = ({ path }: Place): boolean => path.includes('@');
const nameOf = ({ uid }: Place): string => uid.split('@')[0] ?? '';

/**
 * The same for each attempt to create an event, so that it is created once, and another one after it was deleted. It
 * starts with the name of the session, by which readers know the event.
 */
function transactionOf({ path, uid, sequence }: SessionEvent): string {
  const attempt = createHash('sha256').update(`${path} ${sequence}`).digest('hex').slice(0, 12);
  return `${nameOf({ path, uid })}@${attempt}`;
}

/** Writes events of sessions into a calendar of a Microsoft account, which gives each event its id. */
export function microsoftEvents(api: Api, calendar: string, own: OwnEvents): SessionEvents {
  const list = `${api.url}/me/calendars/${encodeURIComponent(calendar)}/events`;
  const addressOf = (path: string) => `${list}/${encodeURIComponent(path)}`;

  let teams: Promise<boolean> | null = null;
  /** Accounts of organizations have Teams, and personal ones do not. */
  const hasTeams = async (): Promise<boolean> => {
    const address = `${api.url}/me/calendars/${encodeURIComponent(calendar)}?$select=allowedOnlineMeetingProviders`;
    const found = await readAt(address);
    return found ? (parseAnswer(meetingProviders, found).allowedOnlineMeetingProviders ?? []).includes(TEAMS) : false;
  };
  const fieldsOf = async (event: SessionEvent): Promise<object> => {
    if (event.meeting) teams ??= hasTeams();
    const isMeeting = event.meeting !== null && (await teams);
    return { ...toMicrosoft(event), ...(isMeeting && { isOnlineMeeting: true, onlineMeetingProvider: TEAMS }) };
  };

  const readAt = async (address: string) => {
    const answer = await api.get(address, HEADERS);
    return isGone(answer) ? null : requireDone(answer);
  };

  const find: SessionEvents['find'] = async (place) => {
    const known = isNew(place) ? null : await readAt(`${addressOf(place.path)}?${SELECT}`);
    if (known) return foundIn(parseAnswer(microsoftEvent, known));
    const filter = `singleValueExtendedProperties/Any(ep: ep/id eq '${NAME_PROPERTY}' and ep/value eq '${nameOf(place)}')`;
    const named = await readAt(`${list}?$filter=${encodeURIComponent(filter)}&${SELECT}`);
    const [event] = named ? parseAnswer(eventList, named).value : [];
    return event ? foundIn(event) : null;
  };

  const remove: SessionEvents['remove'] = async (place, etag) => {
    if (isNew(place)) {
      const there = await find(place);
      return there ? remove({ ...place, path: there.path }, there.etag) : 'removed';
    }
    const answer = await api.change('DELETE', addressOf(place.path), { headers: etag ? { 'if-match': etag } : {} });
    if (answer.status === 412) return 'changed';
    if (!isGone(answer)) requireDone(answer);
    return 'removed';
  };

  return {
    pathOf: (sessionId) => `${ownEventName(own, sessionId)}@${randomUUID()}`,
    find,
    remove,

    async put(event, etag) {
      if (etag) {
        const headers = { ...HEADERS, 'if-match': etag };
        const answer = await api.change('PATCH', addressOf(event.path), { headers, body: await fieldsOf(event) });
        return answer.status === 412 || isGone(answer) ? 'changed' : writtenIn(event, answer);
      }
      // Left from a connection before, or by an attempt whose answer was lost.
      if (await find(event)) return 'changed';
      const body = {
        ...(await fieldsOf(event)),
        transactionId: transactionOf(event),
        body: { contentType: 'text', content: event.url },
        singleValueExtendedProperties: [{ id: NAME_PROPERTY, value: nameOf(event) }],
      };
      const answer = await api.change('POST', list, { headers: HEADERS, body });
      // It exists, and the session has changed since.
      return answer.status === 409 ? 'changed' : writtenIn(event, answer);
    },
  };
}

function writtenIn({ meeting }: SessionEvent, answer: Answer) {
  const { id, '@odata.etag': etag, isOnlineMeeting, onlineMeeting } = parseAnswer(written, requireDone(answer));
  if (!etag) throw new CalendarError('unreachable', { cause: 'no version' });
  const link = onlineMeeting?.joinUrl;
  const url = meeting && link && isMeetingLink(link) ? link : null;
  return { path: id, etag, meeting: { url, isPending: Boolean(meeting && isOnlineMeeting && !link) } };
}

function foundIn(event: z.infer<typeof microsoftEvent>): Awaited<ReturnType<SessionEvents['find']>> {
  const there = microsoftVersion(event);
  if (!there) return null;
  if (!there.etag || !isReadable(event)) throw new CalendarError('unreachable', { cause: 'no version or time' });
  return { path: event.id, etag: there.etag, times: there.times };
}

/** A change keeps the fields that it leaves out, such as alarms and categories. There are no guests to invite. */
function toMicrosoft(event: SessionEvent): object {
  const moment = (at: Date) => ({ dateTime: at.toISOString().replace(/\.\d+Z$/, ''), timeZone: 'UTC' });
  return {
    subject: event.summary,
    location: { displayName: event.location ?? '' },
    start: moment(event.startsAt),
    end: moment(endOf(event)),
    isAllDay: false,
    showAs: 'busy',
    recurrence: null,
  };
}
