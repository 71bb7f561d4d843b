import { Group, Text, ThemeIcon, Title, type TitleOrder } from '@mantine/core';
import type { ReactNode } from 'react';

type PointProps = {
  /** An icon of 20 pixels, or a number. */
  mark: ReactNode;
  title: string;
  order?: TitleOrder;
  children: ReactNode;
};

/** An entry of a short list: a mark, a heading and one sentence. */
export const Point = ({ mark, title, order = 3, children }: PointProps) => (
  <Group component="li" gap="md" wrap="nowrap" align="flex-start">
    <ThemeIcon size={36} radius="xl" variant="light" fw={650} aria-hidden>
      {mark}
    </ThemeIcon>
    <div>
      <Title order={order} size="h3">
        {title}
      </Title>
      <Text c="dimmed" size="lg">
        {children}
      </Text>
    </div>
  </Group>
);
