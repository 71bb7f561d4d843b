import { Alert, Button, Skeleton } from '@mantine/core';
import { IconAlertCircle, IconCalendarOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { SlotPicker } from '../../components/slot-picker.tsx';
import { product } from '../../lib/product.ts';
import classes from './demo-slots.module.css';
import { demoSlotsQuery } from './site.queries.ts';

type DemoSlotsProps = {
  timeZone: string;
  onTimeZone: (timeZone: string) => void;
  onPick: (startsAt: string) => void;
};

const PLACEHOLDERS = Array.from({ length: 8 }, (_, index) => index);

/** The times that are open now, or why there are none to choose from. */
export function DemoSlots(props: DemoSlotsProps) {
  const { data, isPending, isFetching, refetch } = useQuery(demoSlotsQuery());
  if (data && data.slots.length > 0) return <SlotPicker slots={data.slots} {...props} />;
  if (data) {
    return (
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
  }
  if (isPending) {
    return (
      <div className={classes.loading} role="status" aria-label="Loading the open times">
        <Skeleton height={360} />
        <div className={classes.grid}>
          {PLACEHOLDERS.map((index) => (
            <Skeleton key={index} height={44} />
          ))}
        </div>
      </div>
    );
  }
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title="The open times did not load">
      <p className={classes.text}>Check your connection and try again. Nothing was booked.</p>
      <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Alert>
  );
}
