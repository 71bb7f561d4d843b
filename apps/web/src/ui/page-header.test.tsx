import { screen } from '@testing-library/react';
import { createRef } from 'react';
import { describe, expect, it } from 'vitest';
import { show } from '../../test/show.tsx';
import { PageHeader } from './page-header.tsx';

describe('a page header', () => {
  it('is the first heading, with its lead and its actions', () => {
    show(<PageHeader title="Check-in forms" lead="Clients answer one." actions={<button type="button">Add</button>} />);
    expect(screen.getByRole('heading', { level: 1, name: 'Check-in forms' })).toBeDefined();
    expect(screen.getByText('Clients answer one.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Add' })).toBeDefined();
  });

  it('takes the focus where another view was replaced', () => {
    const heading = createRef<HTMLHeadingElement>();
    show(<PageHeader title="You are ready" headingRef={heading} />);
    heading.current?.focus();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'You are ready' }));
  });

  it('is no stop for the keyboard otherwise', () => {
    show(<PageHeader title="Clients" />);
    expect(screen.getByRole('heading').hasAttribute('tabindex')).toBe(false);
  });
});
