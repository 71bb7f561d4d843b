import { SegmentedControl } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../test/show.tsx';
import { Field } from './field.tsx';

it('a field connects label, description and error with its control', () => {
  show(
    <Field label="Units" description="For weights" error="Please choose one">
      {(aria) => <SegmentedControl {...aria} data={['kg', 'lb']} />}
    </Field>,
  );
  const control = screen.getByRole('radiogroup', { name: 'Units' });
  const described = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(['For weights', 'Please choose one']);
});
