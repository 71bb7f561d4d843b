import { Group, Text } from '@mantine/core';

export function Logo({ name }: { name: string }) {
  return (
    <Group gap={10} wrap="nowrap">
      <img src="/favicon.svg" width={26} height={26} alt="" />
      <Text ff="heading" fw={700} size="lg" truncate>
        {name}
      </Text>
    </Group>
  );
}
