import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';

/** Says whether a part or a task is done, also to screen readers. */
export const DoneIcon = ({ done, size = 20 }: { done: boolean; size?: number }) =>
  done ? (
    <IconCircleCheckFilled size={size} aria-label="Done:" color="var(--pine-text)" style={{ flex: 'none' }} />
  ) : (
    <IconCircle size={size} stroke={1.75} aria-label="Open:" style={{ flex: 'none' }} />
  );
