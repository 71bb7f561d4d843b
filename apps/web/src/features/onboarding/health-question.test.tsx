import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { HealthQuestion, type Typed } from './health-question.tsx';

function Question() {
  const [value, setValue] = useState<Typed>({ said: null, details: '', cleared: null });
  return (
    <MantineProvider env="test">
      <HealthQuestion topic="heart" value={value} problem={false} onChange={setValue} />
    </MantineProvider>
  );
}
const say = (details: string) =>
  fireEvent.change(screen.getByLabelText('What should your coach know?'), { target: { value: details } });

describe('a health question', () => {
  it('asks for details and a doctor only after a yes', () => {
    render(<Question />);
    fireEvent.click(screen.getByRole('radio', { name: 'No' }));
    expect(screen.queryByLabelText('What should your coach know?')).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'Yes' }));
    expect(screen.getByText('Many people train well with it.', { exact: false })).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'No, not yet' }));
    expect(screen.getByText(/your coach will ask you to see a doctor first/)).toBeDefined();
  });

  it('offers help when the details are alarming, and only then', () => {
    render(<Question />);
    fireEvent.click(screen.getByRole('radio', { name: 'Yes' }));
    say('Pills in the morning');
    expect(screen.queryByRole('status')).toBeNull();
    say('I make myself sick after meals');
    expect(screen.getByRole('status').textContent).toContain('you do not have to carry it alone');
  });
});
