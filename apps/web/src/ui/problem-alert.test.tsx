import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../test/show.tsx';
import { ProblemAlert } from './problem-alert.tsx';

const refusal = Object.assign(new Error('All seats are taken.'), { code: 'SEATS_FULL', status: 409 });

it('renders nothing without a reason', () => {
  show(<ProblemAlert error={null} text={undefined} />);
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  ['the message of a refusal', { error: refusal }, 'All seats are taken.'],
  [
    'the fallback for other failures',
    { error: new Error('Internal'), fallback: 'Please try again.' },
    'Please try again.',
  ],
  ['a given text', { text: 'Please choose a day.' }, 'Please choose a day.'],
])('shows %s', (_, props, text) => {
  show(<ProblemAlert {...props} />);
  expect(screen.getByRole('alert').textContent).toBe(text);
});
