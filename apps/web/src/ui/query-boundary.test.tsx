import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { QueryBoundary, type QueryState } from './query-boundary.tsx';

const state = (part: Partial<QueryState<string[]>>): QueryState<string[]> => ({
  data: undefined,
  error: null,
  isError: false,
  refetch: () => Promise.resolve(),
  ...part,
});

const open = (query: QueryState<string[]>) =>
  show(
    <QueryBoundary query={query} failed="Photos could not be loaded" skeleton={240} empty={<p>No photos yet</p>}>
      {(photos) => <p>{photos.join(' and ')}</p>}
    </QueryBoundary>,
  );

describe('a query boundary', () => {
  it('announces that it is loading', () => {
    open(state({}));
    expect(screen.getByRole('status', { name: 'Loading' }).getAttribute('aria-busy')).toBe('true');
  });

  it('shows the data, also while a refetch fails', () => {
    open(state({ data: ['Front', 'Side'], isError: true, error: new Error('late') }));
    expect(screen.getByText('Front and Side')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows the empty state', () => {
    open(state({ data: [] }));
    expect(screen.getByText('No photos yet')).toBeDefined();
  });

  it('retries after an error and is busy until the answer', async () => {
    const answer = Promise.withResolvers<void>();
    const refetch = vi.fn(() => answer.promise);
    open(state({ isError: true, error: new TypeError('fetch failed'), refetch }));
    expect(screen.getByRole('alert').textContent).toContain('We could not reach the server.');
    const retry = screen.getByRole('button', { name: 'Try again' });
    fireEvent.click(retry);
    expect(retry.getAttribute('data-loading')).toBe('true');
    fireEvent.click(retry);
    expect(refetch).toHaveBeenCalledOnce();
    answer.resolve();
    await waitFor(() => expect(retry.getAttribute('data-loading')).toBeNull());
  });
});
