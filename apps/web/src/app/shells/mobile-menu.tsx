import { Divider, Drawer, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import type { MenuSection } from './bar-items.ts';
import { BarLink } from './bar-link.tsx';
import classes from './shell.module.css';

type MobileMenuProps = { opened: boolean; onClose: () => void; title: string; sections: readonly MenuSection[] };

/** The bar's links where there is no room for them. */
export default function MobileMenu({ opened, onClose, title, sections }: MobileMenuProps) {
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="right" size={320}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu" data-reads>
        {/* The library's own header would be a second banner of the page. */}
        <div className={classes.menuHead}>
          <Text fw={650} truncate>
            {title}
          </Text>
          <Drawer.CloseButton aria-label="Close menu" />
        </div>
        <Drawer.Body px="xs">
          <Stack component="nav" aria-label="Menu" gap={4} className={classes.menu}>
            {sections.map((section, index) => (
              <Fragment key={section.items[0]?.to}>
                {index > 0 && <Divider my="xs" />}
                {section.title && (
                  <Text size="sm" c="dimmed" px="sm">
                    {section.title}
                  </Text>
                )}
                {section.items.map((item) => (
                  <BarLink key={item.to} item={item} onClick={onClose} />
                ))}
              </Fragment>
            ))}
          </Stack>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
