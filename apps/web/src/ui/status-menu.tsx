import { ActionIcon, Badge, Group, UnstyledButton } from '@mantine/core';
import { type Icon, IconChevronDown, IconCircle } from '@tabler/icons-react';
import { LateMenu } from './late-menu.tsx';
import classes from './status-menu.module.css';

export type StatusMenuProps = {
  /** Owner of the status, like the name of a person. */
  label: string;
  status: string;
  /** Null for the usual status, which needs no attention. */
  color: string | null;
  busy: boolean;
  /** The usual change, behind the badge. */
  onToggle: () => void;
  /** Other statuses to choose. */
  /** In a list the usual status is a mark without its word. */
  quiet?: boolean;
  items: readonly { label: string; icon: Icon; onClick: () => void }[];
};

/** A status as a badge. Pressing it makes the usual change, its menu offers the rest. */
export function StatusMenu({ label, status, color, busy, onToggle, quiet = false, items }: StatusMenuProps) {
  return (
    <Group gap={2} wrap="nowrap">
      <UnstyledButton
        className={classes.toggle}
        disabled={busy}
        aria-label={`${label}: ${status}. Change status`}
        title={quiet && !color ? status : undefined}
        data-quiet={(quiet && !color) || undefined}
        onClick={onToggle}
      >
        {color ? (
          <Badge color={color}>{busy ? '...' : status}</Badge>
        ) : quiet ? (
          <IconCircle size={18} stroke={1.75} aria-hidden />
        ) : (
          <Badge
            variant="transparent"
            color="gray"
            px={0}
            leftSection={<IconCircle size={14} stroke={1.75} aria-hidden />}
          >
            {busy ? '...' : status}
          </Badge>
        )}
      </UnstyledButton>
      <LateMenu
        position="bottom-end"
        target={(button) => (
          <ActionIcon
            {...button}
            variant="subtle"
            color="gray"
            className={classes.more}
            disabled={busy}
            aria-label={`${label}: more statuses`}
          >
            <IconChevronDown size={16} stroke={1.75} />
          </ActionIcon>
        )}
      >
        {(Menu) => (
          <>
            {items.map(({ label: name, icon: ItemIcon, onClick }) => (
              <Menu.Item key={name} leftSection={<ItemIcon size={18} stroke={1.75} aria-hidden />} onClick={onClick}>
                {name}
              </Menu.Item>
            ))}
          </>
        )}
      </LateMenu>
    </Group>
  );
}
