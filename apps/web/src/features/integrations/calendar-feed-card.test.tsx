import type { CalendarFeed } from '@stridewell/contract/integrations/integrations';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { CalendarFeedCard } from './calendar-feed-card.tsx';

const ADDRESS = '/rest/v1/calendar_feed';

/** Opens the card over a server that keeps the feed. Returns what was sent. */
function open(stored: CalendarFeed | null = null) {
  let feed = stored;
  const sent: Partial<CalendarFeed>[] = [];
  server.on(`GET ${ADDRESS}`, () => json({ feed }));
  server.on(`PUT ${ADDRESS}`, async (request: Request) => {
    const { id, showsNames }: CalendarFeed = await request.json();
    sent.push({ id, showsNames });
    feed = {
      id,
      showsNames,
      url: `https://example.com/${id}.ics`,
      since: '2026-03-02T10:00:00.000Z',
      lastReadAt: null,
    };
    return json({ feed });
  });
  server.on(`DELETE ${ADDRESS}`, () => {
    feed = null;
    return json({ feed });
  });
  show(<CalendarFeedCard coachId={COACH_ID} timeZone="UTC" />);
  return sent;
}

const addressOf = (id: string | undefined) => `https://example.com/${id}.ics`;
const confirm = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

it('is turned on, shows names only when asked to, gets another address, and is turned off', async () => {
  const sent = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
  expect(
    await screen.findByText(/No calendar has read it yet\. Google Calendar reads it only every 12 to 24 hours\./),
  ).toBeDefined();
  expect(screen.getByText(addressOf(sent[0]?.id))).toBeDefined();
  expect(sent[0]?.showsNames).toBe(false);

  fireEvent.click(screen.getByRole('switch', { name: /^Show full names/ }));
  await waitFor(() => expect(sent[1]).toEqual({ id: sent[0]?.id, showsNames: true }));

  fireEvent.click(screen.getByRole('button', { name: 'New address' }));
  await confirm('Replace address');
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[2]?.id).not.toBe(sent[0]?.id);
  expect(sent[2]?.showsNames).toBe(true);
  expect(await screen.findByText(addressOf(sent[2]?.id))).toBeDefined();

  fireEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  await confirm('Turn off');
  expect(await screen.findByRole('button', { name: 'Turn on' })).toBeDefined();
});

it('says when a calendar last read it', async () => {
  open({
    id: '01990000-0000-7000-8000-00000000beef',
    url: addressOf('x'),
    showsNames: false,
    since: '2026-03-02T10:00:00.000Z',
    lastReadAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  });
  expect(await screen.findByText(/A calendar last read it 3 hours ago\./)).toBeDefined();
});
