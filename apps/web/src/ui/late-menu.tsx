import type { MenuProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { late } from './late.tsx';
import { usePanelButton } from './panel-button.ts';
import type { MenuParts } from './panel-menu.tsx';

const PanelMenu = late(async () => (await import('./panel-menu.tsx')).default);

/** Loads what every menu needs. */
export const prepareMenus = PanelMenu.prepare;

type LateMenuProps = Pick<MenuProps, 'position' | 'width' | 'withinPortal' | 'portalProps'> & {
  /** The button, with the props that make it open the menu. */
  target: (buttonProps: ReturnType<typeof usePanelButton>['buttonProps']) => ReactNode;
  /** The items, made of the library's parts once they have loaded. */
  children: (parts: MenuParts) => ReactNode;
};

/** A menu whose code loads when a press on its button is near. */
export function LateMenu({ target, children, ...menuProps }: LateMenuProps) {
  const { buttonProps, panel } = usePanelButton(prepareMenus, 'menu');
  return (
    <>
      {target(buttonProps)}
      {panel && (
        <PanelMenu {...panel} {...menuProps}>
          {children}
        </PanelMenu>
      )}
    </>
  );
}
