import { isMeetingLink } from '@stridewell/contract/calendar/calendar.rules';
import { z } from 'zod';
import { hexEventName, type OwnEvents } from '../../core/icalendar/own-events.ts';
import { googleEvent, googleVersion } from './integrations.events.rules.ts';
import { CalendarError } from './integrations.fetch.service.ts';
import { parseAnswer } from './integrations.pages.service.ts';
import { type Answer, type Api, isGone, requireDone } from './integrations.providers.service.ts';
import {
  type EventMeeting,
  endOf,
  NO_MEETING,
  type SessionEvent,
  type SessionEvents,
} from './integrations.sessions.rules.ts';

const FIELDS =
  'id,etag,status,recurrence,start,end,conferenceData(createRequest(requestId,status),entryPoints(entryPointType,uri))';

const written = googleEvent.extend({
  conferenceData: z
    .object({
      createRequest: z
        .object({
          requestId: z.string().optional(),
          status: z.object({ statusCode: z.string().optional() }).optional(),
        })
        .optional(),
      entryPoints: z.array(z.object({ entryPointType: z.string().optional(), uri: z.string().optional() })).default([]),
    })
    .optional(),
});

/** Writes events of sessions into a calendar of a Google account. The id of an event is derived from its session. */
export function googleEvents(api: Api, calendar: string, own: OwnEvents, productName: string): SessionEvents {
  const queryOf = ({ meeting }: SessionEvent) =>
    new URLSearchParams({ sendUpdates: 'none', fields: FIELDS, ...(meeting && { conferenceDataVersion: '1' }) });
  const list = `${api.url}/calendars/${encodeURIComponent(calendar)}/events`;
  const addressOf = (path: string) => `${list}/${encodeURIComponent(path)}`;

  const read = async (path: string) => {
    const answer = await api.get(`${addressOf(path)}?${new URLSearchParams({ fields: FIELDS })}`);
    return isGone(answer) ? null : parseAnswer(googleEvent, requireDone(answer));
  };

  const patch = async (event: SessionEvent, etag: string) => {
    const answer = await api.change('PATCH', `${addressOf(event.path)}?${queryOf(event)}`, {
      headers: { 'if-match': etag },
      body: toGoogle(event, productName),
    });
    return answer.status === 412 || isGone(answer) ? 'changed' : writtenIn(event, answer);
  };

  return {
    pathOf: (sessionId) => hexEventName(own, sessionId),

    async find({ path }) {
      const event = await read(path);
      const there = event && googleVersion(event);
      return there ? { path, etag: requireEtag(there.etag), times: there.times } : null;
    },

    async put(event, etag) {
      if (etag) return patch(event, etag);
      const { path } = event;
      const body = { id: path, ...toGoogle(event, productName) };
      const answer = await api.change('POST', `${list}?${queryOf(event)}`, { body });
      if (answer.status !== 409) return writtenIn(event, answer);
      // A deleted event keeps its id, and is restored.
      const known = await read(path);
      if (known && !googleVersion(known)) return patch(event, requireEtag(known.etag ?? null));
      return 'changed';
    },

    async remove({ path }, etag) {
      const headers = etag ? { 'if-match': etag } : {};
      const answer = await api.change('DELETE', `${addressOf(path)}?sendUpdates=none`, { headers });
      if (answer.status === 412) return 'changed';
      if (!isGone(answer)) requireDone(answer);
      return 'removed';
    },
  };
}

function requireEtag(etag: string | null): string {
  if (!etag) throw new CalendarError('unreachable', { cause: 'no version' });
  return etag;
}

function writtenIn({ path, meeting }: SessionEvent, answer: Answer) {
  const event = parseAnswer(written, requireDone(answer));
  return { path, etag: requireEtag(event.etag ?? null), meeting: meetingIn(event, meeting) };
}

/** Google makes meetings in the background. One for another client has another name. */
function meetingIn({ conferenceData }: z.infer<typeof written>, name: string | null): EventMeeting {
  const request = conferenceData?.createRequest;
  if (!name || request?.requestId !== name) return NO_MEETING;
  const video = conferenceData?.entryPoints.find(({ entryPointType }) => entryPointType === 'video')?.uri;
  if (request.status?.statusCode === 'success' && video && isMeetingLink(video))
    return { url: video, isPending: false };
  return { url: null, isPending: request.status?.statusCode === 'pending' };
}

/** A change keeps the fields that it leaves out, such as alarms and colors. There are no guests to invite. */
function toGoogle(event: SessionEvent, productName: string): object {
  const { summary, location, url, startsAt, meeting } = event;
  const moment = (at: Date) => ({ dateTime: at.toISOString(), timeZone: 'UTC', date: null });
  return {
    status: 'confirmed',
    summary,
    location: location ?? '',
    source: { title: productName, url },
    start: moment(startsAt),
    end: moment(endOf(event)),
    recurrence: null,
    ...(meeting && {
      conferenceData: { createRequest: { requestId: meeting, conferenceSolutionKey: { type: 'hangoutsMeet' } } },
    }),
  };
}
