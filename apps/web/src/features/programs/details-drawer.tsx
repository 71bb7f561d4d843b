import { Drawer } from '@mantine/core';
import { Inspector } from './inspector.tsx';

/** The details on phones, below the grid that they belong to. */
export const DetailsDrawer = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Drawer opened={opened} onClose={onClose} position="bottom" size="85%" title="Details">
    <Inspector />
  </Drawer>
);
