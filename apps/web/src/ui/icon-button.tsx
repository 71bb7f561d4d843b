import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

type IconButtonProps = ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'children' | 'aria-label'> & {
    /** A verb with its object, because the button shows no words. */
    label: string;
    icon: Icon;
    iconSize?: number;
  };

/** A quiet button that shows an icon alone. */
export const IconButton = ({ label, icon: ButtonIcon, iconSize = 18, ...buttonProps }: IconButtonProps) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} {...buttonProps}>
    <ButtonIcon size={iconSize} stroke={1.75} />
  </ActionIcon>
);
