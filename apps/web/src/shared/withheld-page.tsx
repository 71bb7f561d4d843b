import { IconEyeOff } from '@tabler/icons-react';
import { PageMessage } from '../ui/page-message.tsx';
import { NOT_SHOWN } from './hidden-pages.ts';

/** Stands in for a page that operators are not shown while they view as a coach. */
export function WithheldPage() {
  return (
    <PageMessage icon={<IconEyeOff size={24} stroke={1.75} />} title={NOT_SHOWN}>
      This page holds what a coach and a client share. Choose another page, or stop viewing.
    </PageMessage>
  );
}
