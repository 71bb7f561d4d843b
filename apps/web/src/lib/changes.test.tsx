import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refresh, useChange, useOptimisticChange } from './changes.ts';

const KEY = ['notes'];

type NotesProps = { load: () => Promise<string[]>; useAdd: () => { mutate: (note: string) => void } };

function Notes({ load, useAdd }: NotesProps) {
  const { data = [] } = useQuery({ queryKey: KEY, queryFn: load });
  const add = useAdd();
  return (
    <>
      <output>{data.join(', ')}</output>
      <button type="button" onClick={() => add.mutate('second')}>
        Add
      </button>
    </>
  );
}

/** A list on the server. Returns it with the function that loads it. */
function showNotes(useAdd: NotesProps['useAdd'], onServer = ['first']) {
  const load = vi.fn(async () => [...onServer]);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  render(
    <QueryClientProvider client={client}>
      <Notes load={load} useAdd={useAdd} />
    </QueryClientProvider>,
  );
  return load;
}
const show = (list: string[], note: string) => [...list, note];
const useOptimisticAdd = (send: (note: string) => Promise<void>, changedKeys: string[][]) =>
  useOptimisticChange({ send, queryKey: KEY, show, changedKeys });

const notes = () => screen.getByRole('status').textContent;
const shows = (text: string) => waitFor(() => expect(notes()).toBe(text));
const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add' }));

describe('a change', () => {
  it('loads the changed queries again after it succeeded', async () => {
    const onServer = ['first'];
    const load = showNotes(() => useChange(async (note: string) => onServer.push(note), [KEY]), onServer);
    await shows('first');
    add();
    await shows('first, second');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('loads a query again whose first load began before the change', async () => {
    const [early, client] = [Promise.withResolvers<string>(), new QueryClient()];
    const load = vi.fn(() => early.promise);
    const options = { queryKey: KEY, queryFn: load, staleTime: 60_000 };
    const loaded = client.fetchQuery(options);
    await refresh(client, [KEY]);
    early.resolve('without the change');
    await loaded;
    load.mockResolvedValue('with the change');
    await waitFor(async () => expect(await client.fetchQuery(options)).toBe('with the change'));
  });

  it('loads nothing after a refusal', async () => {
    const send = vi.fn(() => Promise.reject(new Error('refused')));
    const load = showNotes(() => useChange(send, [KEY]));
    await shows('first');
    add();
    await waitFor(() => expect(send).toHaveBeenCalledOnce());
    expect(load).toHaveBeenCalledOnce();
  });
});

describe('an optimistic change', () => {
  it('is on screen before the server has answered', async () => {
    const onServer = ['first'];
    const answer = Promise.withResolvers<void>();
    const send = async (note: string) => {
      await answer.promise;
      onServer.push(`${note} (saved)`);
    };
    showNotes(() => useOptimisticAdd(send, [KEY]), onServer);
    await shows('first');
    add();
    await shows('first, second');
    answer.resolve();
    await shows('first, second (saved)');
  });

  it('leaves the screen when the server refuses', async () => {
    const answer = Promise.withResolvers<void>();
    const load = showNotes(() => useOptimisticAdd(() => answer.promise, []));
    await shows('first');
    add();
    await shows('first, second');
    answer.reject(new Error('refused'));
    await shows('first');
    expect(load).toHaveBeenCalledOnce();
  });

  it('stays on screen while the one before it is answered', async () => {
    const onServer = ['first'];
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sent = vi.fn();
    const send = async () => {
      sent();
      const nth = sent.mock.calls.length;
      await answers[nth - 1]?.promise;
      onServer.push(`saved ${nth}`);
    };
    const load = showNotes(() => useOptimisticAdd(send, [KEY]), onServer);
    await shows('first');
    add();
    add();
    await shows('first, second, second');
    answers[0]?.resolve();
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
    expect(load).toHaveBeenCalledOnce();
    expect(notes()).toBe('first, second, second');
    answers[1]?.resolve();
    await shows('first, saved 1, saved 2');
  });

  it('is sent after the one before it was answered', async () => {
    const [first, sent] = [Promise.withResolvers<void>(), vi.fn()];
    const send = (note: string) => {
      sent(note);
      return sent.mock.calls.length === 1 ? first.promise : Promise.resolve();
    };
    showNotes(() => useOptimisticAdd(send, [KEY]));
    await shows('first');
    add();
    add();
    // Both are on screen at once.
    await shows('first, second, second');
    expect(sent).toHaveBeenCalledTimes(1);
    first.resolve();
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  });
});
