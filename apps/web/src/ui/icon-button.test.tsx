import { IconTrash } from '@tabler/icons-react';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { IconButton } from './icon-button.tsx';

it('an icon button is named by its label, and its icon is silent', () => {
  const onClick = vi.fn();
  show(<IconButton label="Remove Anna" icon={IconTrash} onClick={onClick} />);
  const button = screen.getByRole('button', { name: 'Remove Anna' });
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledOnce();
  expect(button.textContent).toBe('');
});
