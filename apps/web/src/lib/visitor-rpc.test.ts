import { expect, it } from 'vitest';
import { json, server } from '../../test/server.ts';
import { codeOf, isRetryable, isUnreachable, messageOf, problemsOf } from './errors.ts';
import { visitorRpc } from './visitor-rpc.ts';

const MOVE = 'POST /rest/v1/demo_bookings/a%2Fb/reschedule';

it('puts the input into the address, and the rest of it into the body', async () => {
  let sent: unknown;
  server.on(MOVE, async (request) => {
    sent = await request.json();
    return json({ status: 'booked' });
  });
  const answer = await visitorRpc.site.rescheduleDemo({ token: 'a/b', startsAt: '2026-11-26T09:00:00.000Z' });
  expect(sent).toEqual({ startsAt: '2026-11-26T09:00:00.000Z' });
  expect(answer).toEqual({ status: 'booked' });
});

it('fails with the code, the message and the problems of the server', async () => {
  server.refuse('GET /rest/v1/demo_slots', 429, 'RATE_LIMITED', 'Please wait.', { problems: { email: 'Unknown' } });
  const error: unknown = await visitorRpc.site.listDemoSlots().catch((failure: unknown) => failure);
  expect(codeOf(error)).toBe('RATE_LIMITED');
  expect(messageOf(error, 'Other')).toBe('Please wait.');
  expect(problemsOf(error)).toEqual({ email: 'Unknown' });
});

it('can be called again after the page of a gateway, whose text is not shown', async () => {
  server.on('GET /rest/v1/demo_slots', () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  const error: unknown = await visitorRpc.site.listDemoSlots().catch((failure: unknown) => failure);
  expect(isRetryable(error)).toBe(true);
  expect(messageOf(error, 'Other')).toBe('Other');
});

it('says that the server cannot be reached', async () => {
  server.on('GET /rest/v1/demo_slots', () => {
    throw new TypeError('Failed to fetch');
  });
  const error: unknown = await visitorRpc.site.listDemoSlots().catch((failure: unknown) => failure);
  expect(isUnreachable(error)).toBe(true);
});
