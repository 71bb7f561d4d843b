import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../../test/show.tsx';
import { SearchInput } from './search-input.tsx';

function Search() {
  const [value, setValue] = useState('');
  return <SearchInput label="Search notes" value={value} onChange={setValue} />;
}

it('clears its text and keeps the focus', () => {
  show(<Search />);
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search notes' });
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  fireEvent.change(field, { target: { value: 'knee' } });
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(field.value).toBe('');
  expect(document.activeElement).toBe(field);
});
