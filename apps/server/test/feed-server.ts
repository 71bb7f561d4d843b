import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A calendar of events in the iCalendar format. */
export const calendarOf = (...events: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...events, 'END:VCALENDAR', ''].join('\r\n');

/** An event of one hour. */
export const eventAt = (startsAt: Date, ...lines: string[]): string => {
  const start = startsAt.toISOString().replace(/[-:]|\.\d+/g, '');
  const uid = `UID:${start}@elsewhere`;
  return ['BEGIN:VEVENT', uid, 'SUMMARY:Dentist', `DTSTART:${start}`, 'DURATION:PT1H', ...lines, 'END:VEVENT'].join(
    '\r\n',
  );
};

/** A server at a local address that answers as the test says at the time. */
export async function startFeedServer() {
  const requests: { path: string; headers: Record<string, unknown> }[] = [];
  let answer: RequestListener = (_request, response) => response.writeHead(404).end();
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/calendar.ics`,
    requests,
    /** Answers all requests like this from now on. */
    answerWith(listener: RequestListener) {
      answer = listener;
    },
    /** Serves this calendar, with its tag if there is one. */
    serve(text: string, tag?: string) {
      answer = (request, response) => {
        if (tag && request.headers['if-none-match'] === tag) response.writeHead(304).end();
        else response.writeHead(200, { 'content-type': 'text/calendar', ...(tag && { etag: tag }) }).end(text);
      };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
