import { Group, Stack } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';

/** Features of a plan, each with a check mark. */
export const CheckList = ({ items }: { items: readonly string[] }) => (
  <Stack component="ul" gap="sm">
    {items.map((text) => (
      <Group key={text} component="li" gap={10} wrap="nowrap" align="flex-start">
        <IconCheck size={18} stroke={2} color="var(--mark, var(--pine-text))" style={{ flex: 'none' }} aria-hidden />
        <span>{text}</span>
      </Group>
    ))}
  </Stack>
);
