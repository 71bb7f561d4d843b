import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { LoadMore } from './load-more.tsx';

const aQuery = (changes: object = {}) => ({
  error: null,
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: vi.fn(async () => undefined),
  ...changes,
});

const showMore = (query: ReturnType<typeof aQuery>) =>
  show(<LoadMore query={query} label="Show older" failed="Older photos could not be loaded" />);

describe('the button for the next page', () => {
  it('loads the next page', () => {
    const query = aQuery();
    showMore(query);
    fireEvent.click(screen.getByRole('button', { name: 'Show older' }));
    expect(query.fetchNextPage).toHaveBeenCalledWith({ cancelRefetch: false });
  });

  it('is absent on the last page', () => {
    showMore(aQuery({ hasNextPage: false }));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('announces a failure and offers a retry', () => {
    const query = aQuery({ isFetchNextPageError: true, error: new TypeError('unreachable') });
    showMore(query);
    expect(screen.getByRole('alert').textContent).toContain('Older photos could not be loaded');
    fireEvent.click(screen.getByRole('button', { name: 'Show older' }));
    expect(query.fetchNextPage).toHaveBeenCalledOnce();
  });
});
