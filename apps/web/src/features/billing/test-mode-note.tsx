import { IconFlask2 } from '@tabler/icons-react';
import { Notice } from '../../ui/notice.tsx';

/** Says that no real payment is made. */
export const TestModeNote = ({ children }: { children: string }) => (
  <Notice tone="warning" role="note" icon={<IconFlask2 size={18} stroke={1.75} />} py="xs">
    <strong>Test mode: nothing is charged.</strong> {children}
  </Notice>
);
