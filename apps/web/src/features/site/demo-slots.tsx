import { Group, Skeleton, Text } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { product } from '../../lib/product.ts';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SlotPicker } from '../../ui/slot-picker.tsx';
import type { useDemoSlots } from './site.demos.ts';

type DemoSlotsProps = {
  times: ReturnType<typeof useDemoSlots>;
  timeZone: string;
  onTimeZone: (timeZone: string) => void;
  onPick: (startsAt: string) => void;
};

/** The free times for a demo. */
export const DemoSlots = ({ times, ...props }: DemoSlotsProps) => (
  <QueryBoundary
    query={times}
    failed="The open times did not load"
    fallback="Check your connection and try again. Nothing was booked."
    loading="Loading the open times"
    skeleton={<LoadingSlots />}
    isEmpty={({ slots }) => slots.length === 0}
    empty={<NoSlots />}
  >
    {({ slots }) => <SlotPicker slots={slots} {...props} />}
  </QueryBoundary>
);

const NoSlots = () => (
  <Group gap="sm" py="lg" wrap="nowrap" align="flex-start">
    <IconCalendarOff size={28} stroke={1.75} color="var(--pine-text)" aria-hidden />
    <Text size="lg" maw={540}>
      No times are open at the moment. Write to{' '}
      <a href={`mailto:${product.contactEmail}`} target="_top">
        {product.contactEmail}
      </a>{' '}
      and we will find one together.
    </Text>
  </Group>
);

const LoadingSlots = () => (
  <Group align="flex-start" gap="lg" wrap="nowrap">
    <Skeleton h={360} w={168} />
    <Skeleton h={200} flex={1} mt={38} />
  </Group>
);
