import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../test/show.tsx';
import { EmptyState } from './empty-state.tsx';

describe('an empty state', () => {
  it('says what is missing and offers the action', () => {
    show(
      <EmptyState title="No clients yet" action={<button type="button">Add client</button>}>
        Add one with a name.
      </EmptyState>,
    );
    expect(screen.getByRole('heading', { level: 2, name: 'No clients yet' })).toBeDefined();
    expect(screen.getByText('Add one with a name.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Add client' })).toBeDefined();
  });

  it('is announced only where it replaces results', () => {
    const { unmount } = show(<EmptyState title="No clients yet" />);
    expect(screen.queryByRole('status')).toBeNull();
    unmount();
    show(<EmptyState title="No clients found" role="status" />);
    expect(screen.getByRole('status').textContent).toBe('No clients found');
  });
});
