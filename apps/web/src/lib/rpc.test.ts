import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { json, server } from '../../test/server.ts';
import { orpc, pagedQuery } from './rpc.ts';

const COACH_ID = '0196f4b0-0000-7000-8000-000000000001';

it('asks for the page after the last one, with the rest of the input', async () => {
  const asked: string[] = [];
  server.on('GET /rest/v1/notifications', (request) => {
    const { search } = new URL(request.url);
    asked.push(search);
    return json({ notifications: [], unread: 0, nextCursor: search.includes('second') ? null : 'second' });
  });
  const client = new QueryClient();
  const query = pagedQuery(orpc.notifications.listNotifications, { show: 'unread' });
  const { pages } = await client.fetchInfiniteQuery({ ...query, pages: 3 });
  expect(asked).toEqual(['?show=unread', '?show=unread&cursor=second']);
  expect(pages).toHaveLength(2);
});

it('has the key of the first page, so that a change of the list finds it', () => {
  const { queryKey } = pagedQuery(orpc.money.listInvoices, { coachId: COACH_ID });
  const client = new QueryClient();
  client.setQueryData(queryKey, { pages: [], pageParams: [] });
  expect(client.getQueriesData({ queryKey: orpc.money.key() })).toHaveLength(1);
});
