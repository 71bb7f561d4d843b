import { Skeleton } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SlotPicker } from '../../components/slot-picker.tsx';
import { product } from '../../lib/product.ts';
import classes from './demo-slots.module.css';
import { demoSlotsQuery } from './site.queries.ts';

type DemoSlotsProps = {
  timeZone: string;
  onTimeZone: (timeZone: string) => void;
  onPick: (startsAt: string) => void;
};

/** The free times for a demo. */
export const DemoSlots = (props: DemoSlotsProps) => (
  <QueryBoundary
    query={useQuery(demoSlotsQuery())}
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
  <div className={classes.empty}>
    <IconCalendarOff size={28} stroke={1.75} aria-hidden />
    <p>
      No times are open at the moment. Write to{' '}
      <a href={`mailto:${product.contactEmail}`} target="_top">
        {product.contactEmail}
      </a>{' '}
      and we will find one together.
    </p>
  </div>
);

const PLACEHOLDERS = Array.from({ length: 8 }, (_, index) => index);

const LoadingSlots = () => (
  <div className={classes.loading}>
    <Skeleton height={360} />
    <div className={classes.grid}>
      {PLACEHOLDERS.map((index) => (
        <Skeleton key={index} height={44} />
      ))}
    </div>
  </div>
);
