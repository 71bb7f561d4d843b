import { Menu, type MenuProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { ExistingTarget, useOpenedOnceMounted } from './existing-target.tsx';
import type { PanelProps } from './panel-button.ts';

export type MenuParts = typeof Menu;

type PanelMenuProps = PanelProps &
  Pick<MenuProps, 'position' | 'width' | 'withinPortal' | 'portalProps'> & {
    children: ReactNode | ((parts: MenuParts) => ReactNode);
  };

/** The menu of a button made with `usePanelButton`. Loads late, like the items that it is given. */
export default function PanelMenu({ button, opened, children, ...menuProps }: PanelMenuProps) {
  return (
    <Menu {...menuProps} opened={useOpenedOnceMounted(opened)}>
      <Menu.Target>
        <ExistingTarget button={button} />
      </Menu.Target>
      <Menu.Dropdown>{typeof children === 'function' ? children(Menu) : children}</Menu.Dropdown>
    </Menu>
  );
}
