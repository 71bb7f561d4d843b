import { Burger, CloseButton, Stack, Text } from '@mantine/core';
import shell from '@stridewell/web/app/shells/shell.module.css';
import { product } from '@stridewell/web/lib/product.ts';
import type { ReactNode } from 'react';
import classes from './menu-of-phones.module.css';

const ID = 'menu';

/** The bar's links where there is no room for them. The browser opens and closes it, without a script. */
export const MenuOfPhones = ({ children }: { children: ReactNode }) => (
  <>
    <Burger size="sm" hiddenFrom="md" aria-label="Open menu" popoverTarget={ID} />
    <div id={ID} popover="auto" role="dialog" aria-label="Menu" className={classes.menu}>
      <div className={shell.menuHead}>
        <Text fw={650} truncate>
          {product.name}
        </Text>
        <CloseButton aria-label="Close menu" popoverTarget={ID} popoverTargetAction="hide" />
      </div>
      <Stack component="nav" aria-label="Menu" gap={4} px="xs" pb="md" className={shell.menu}>
        {children}
      </Stack>
    </div>
  </>
);
