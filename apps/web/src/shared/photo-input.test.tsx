import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CLIENT_ID, COACH_ID } from '../../test/people.ts';
import { aPhoto, installUploads, stored } from '../../test/uploads.ts';
import { PhotoInput } from './photo-input.tsx';

it('tells the id of the photo once the server has it, and null when it is taken away', async () => {
  const uploads = installUploads();
  const onChange = vi.fn();
  const target = { coachId: COACH_ID, clientId: CLIENT_ID, purpose: 'photo' } as const;
  render(
    <MantineProvider env="test">
      <PhotoInput label="Front photo" list="front" target={target} onChange={onChange} />
    </MantineProvider>,
  );
  const input = screen.getByLabelText('Front photo', { selector: 'input' });
  fireEvent.change(input, { target: { files: [aPhoto()] } });
  await waitFor(() => expect(uploads).toHaveLength(1));
  const [first] = uploads;
  if (!first) throw new Error('nothing was uploaded');
  expect(first.query.get('purpose')).toBe('photo');
  expect(onChange).not.toHaveBeenCalled();
  act(() => first.answer(200, stored(first)));
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(first.query.get('id')));
  // Another takes its place.
  fireEvent.change(input, { target: { files: [aPhoto('other.jpg')] } });
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(null));
  expect(screen.queryByText('front.jpg')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Remove other.jpg' }));
  await waitFor(() => expect(screen.queryByText('other.jpg')).toBeNull());
});
