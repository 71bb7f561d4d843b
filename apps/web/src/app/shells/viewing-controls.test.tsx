import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../../test/show.tsx';
import ViewingControls from './viewing-controls.tsx';

it.each([
  ['/coach/4a/client/5b', 'Not shown to operators'],
  ['/rest/v1/files/4a/5b', 'Not shown to operators'],
  ['/exports/4a/leads.csv', 'Not shown to operators'],
  ['/billing/invoices/in_1.pdf', 'Not shown to operators'],
  ['/coach/4a/money', null],
  ['https://elsewhere.example/exports/4a', null],
])('a link to %s has the reason %s', (href, reason) => {
  show(
    <>
      <a href={href}>Open</a>
      <ViewingControls />
    </>,
  );
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('aria-description')).toBe(reason);
});
