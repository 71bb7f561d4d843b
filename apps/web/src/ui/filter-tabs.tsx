import { SegmentedControl } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './filter-tabs.module.css';

type FilterTabsProps = {
  /** Name of the filter, for screen readers. */
  label: string;
  data: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
};

/** The main filter of a list, as one row of tabs. The row scrolls on a phone, to where the chosen one is in sight. */
export function FilterTabs({ label, data, value, onChange }: FilterTabsProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = row.current?.querySelector(`input[value="${value}"]`)?.parentElement;
    if (chosen) row.current?.scrollTo?.({ left: chosen.offsetLeft - chosen.offsetWidth / 2 });
  }, [value]);
  return (
    // The control marks the chosen tab by its place, which would be wrong if the control itself scrolled.
    <div ref={row} className={classes.row} data-reads>
      <SegmentedControl
        bg="var(--hover)"
        aria-label={label}
        data={[...data]}
        value={value}
        onChange={onChange}
        w="max-content"
      />
    </div>
  );
}
