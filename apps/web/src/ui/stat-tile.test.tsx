import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../test/show.tsx';
import { StatTile } from './stat-tile.tsx';

it('a figure is read together with its name and its context', () => {
  show(<StatTile label="Adherence" value="92%" note="Latest check-ins" />);
  expect(screen.getByRole('group', { name: 'Adherence' }).textContent).toBe('Adherence92%Latest check-ins');
});
