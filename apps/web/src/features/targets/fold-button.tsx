import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

type FoldButtonProps = { isOpen: boolean; onToggle: () => void; children: ReactNode };

/** Shows and hides what a phone folds. */
export const FoldButton = ({ isOpen, onToggle, children }: FoldButtonProps) => (
  <Button
    variant="subtle"
    mih={44}
    ml={-16}
    style={{ alignSelf: 'flex-start' }}
    aria-expanded={isOpen}
    onClick={onToggle}
  >
    {children}
  </Button>
);
